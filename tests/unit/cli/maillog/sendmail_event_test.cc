// Lines of Sendmail.
#include <gtest/gtest.h>

#include <string>

#include "cli/maillog/delivery_event.h"

namespace plainbounce {
namespace {

std::string event_of(std::string_view message) {
  LogLine line;
  line.program = "sm-mta";
  line.message = message;
  const DeliveryEvent event = read_sendmail_event(line);
  constexpr const char* kNames[] = {"none",    "sent",    "waiting", "failed",
                                    "expired", "removed", "refused"};
  std::string out = kNames[static_cast<size_t>(event.kind)];
  for (const std::string_view part :
       {event.id, event.recipient, event.more, event.host, event.code, event.reason, event.reply}) {
    out += "|" + std::string(part);
  }
  return out;
}

TEST(SendmailEvent, EachKindOfLineIsRead) {
  const struct {
    const char* label;
    std::string_view message;
    std::string_view event;
  } cases[] = {
      {"sent",
       "6AUL3nWJ030594: to=<ok@far.example>, delay=00:00:00, xdelay=00:00:00, mailer=esmtp, "
       "pri=90014, relay=mx.far.example. [192.0.2.25], dsn=2.0.0, stat=Sent (Ok: queued as 1)",
       "sent|6AUL3nWJ030594|ok@far.example|||2.0.0||"},
      {"deferred, with the reply",
       "6AUL3nWJ030594: to=<t@far.example>,<u@far.example>, delay=00:00:00, mailer=esmtp, "
       "relay=mx.far.example. [192.0.2.25], dsn=4.7.1, reply=451 4.7.1 later, please, "
       "stat=Deferred: 451 4.7.1 later, please",
       "waiting|6AUL3nWJ030594|t@far.example|,<u@far.example>|mx.far.example|4.7.1|Deferred: 451 "
       "4.7.1 later, please|451 4.7.1 later, please"},
      {"failed",
       "6AUL3nLx030602: to=<a@nohost.invalid>, delay=00:00:00, mailer=esmtp, relay=nohost.invalid, "
       "dsn=5.1.2, stat=Host unknown (Name server: nohost.invalid: host not found)",
       "failed|6AUL3nLx030602|a@nohost.invalid||nohost.invalid|5.1.2|Host unknown (Name server: "
       "nohost.invalid: host not found)|"},
      {"a temporary failure in other words",
       "6AUL3nLx030602: to=root, ctladdr=root (0/0), delay=00:00:00, mailer=local, dsn=4.0.0, "
       "stat=I/O error",
       "waiting|6AUL3nLx030602|root|||4.0.0|I/O error|"},
      {"only queued",
       "6AUL3nLx030602: to=<a@far.example>, delay=00:00:00, mailer=esmtp, pri=30014, stat=queued",
       "none||a@far.example|||||"},
      {"the client went away",
       "6AUL47SK030993: to=<b@far.example>, delay=00:00:00, pri=0, stat=aborted by sender",
       "none||b@far.example|||||"},
      {"given up", "6AUL3nWJ030594: 6AUL45sx030894: DSN: Cannot send message for 5 days",
       "expired|6AUL3nWJ030594||||||"},
      {"given up, in older words",
       "6AUL3nWJ030594: 6AUL45sx030894: sender notify: Cannot send message for 5 days",
       "expired|6AUL3nWJ030594||||||"},
      {"a warning",
       "6AUL3nWJ030594: 6AUL45sx030894: sender notify: Warning: could not send message",
       "none|||||||"},
      {"done", "6AUL3nWJ030594: done; delay=00:00:17, ntries=2", "removed|6AUL3nWJ030594||||||"},
      {"refused by a rule set",
       "6AUL47SK030993: ruleset=check_rcpt, arg1=<a@far.example>, relay=h.example [192.0.2.9], "
       "reject=550 5.7.1 <a@far.example>... Relaying denied",
       "refused|6AUL47SK030993|a@far.example||h.example||550 5.7.1 <a@far.example>... Relaying "
       "denied|"},
      {"refused in the session", "6AUL47SK030993: <no@near.example>... User unknown",
       "refused|6AUL47SK030993|no@near.example||||User unknown|"},
      {"another line", "6AUL47SK030993: from=<x@y.example>, size=0, class=0, nrcpts=1",
       "none|||||||"},
      {"no id", "starting daemon (8.17.1.9): SMTP", "none|||||||"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(event_of(one.message), one.event);
  }
}

TEST(SendmailEvent, AddressesAreTakenOffAListOneByOne) {
  std::string_view list = "<a@b>,c@d, <\"x,>y\"@e>";
  EXPECT_EQ(take_address(list), "a@b");
  EXPECT_EQ(take_address(list), "c@d");
  EXPECT_EQ(take_address(list), "\"x,>y\"@e");
  EXPECT_EQ(take_address(list), "");
}

}  // namespace
}  // namespace plainbounce
