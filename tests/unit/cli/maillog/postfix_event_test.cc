// Lines of Postfix's programs.
#include <gtest/gtest.h>

#include <string>

#include "cli/maillog/delivery_event.h"

namespace plainbounce {
namespace {

std::string event_of(std::string_view program, std::string_view message) {
  LogLine line;
  line.program = program;
  line.message = message;
  const DeliveryEvent event = read_postfix_event(line);
  constexpr const char* kNames[] = {"none",    "sent",    "waiting", "failed",
                                    "expired", "removed", "refused"};
  std::string out = kNames[static_cast<size_t>(event.kind)];
  for (const std::string_view part :
       {event.id, event.recipient, event.host, event.code, event.reason}) {
    out += "|" + std::string(part);
  }
  return out;
}

TEST(PostfixEvent, EachKindOfLineIsRead) {
  const struct {
    const char* label;
    std::string_view program;
    std::string_view message;
    std::string_view event;
  } cases[] = {
      {"sent", "postfix/smtp",
       "4ABCDE: to=<bob@far.example>, relay=mx.far.example[192.0.2.25]:25, delay=1.2, "
       "delays=0.1/0/0.4/0.6, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as 9F)",
       "sent|4ABCDE|bob@far.example|||"},
      {"deferred", "postfix/smtp",
       "4ABCDE: to=<bob@far.example>, orig_to=<b@near.example>, "
       "relay=mx.far.example[192.0.2.25]:25, conn_use=2, delay=1, delays=0/0/0/1, dsn=4.2.2, "
       "status=deferred (host mx.far.example[192.0.2.25] said: 452 4.2.2 full (in reply to RCPT "
       "TO command))",
       "waiting|4ABCDE|bob@far.example|mx.far.example|4.2.2|host mx.far.example[192.0.2.25] said: "
       "452 4.2.2 full (in reply to RCPT TO command)"},
      {"no server was reached", "postfix/smtp",
       "4ABCDE: to=<bob@far.example>, relay=none, delay=30, delays=0/0/30/0, dsn=4.4.1, "
       "status=deferred (connect to mx.far.example[192.0.2.25]:25: Connection timed out)",
       "waiting|4ABCDE|bob@far.example||4.4.1|connect to mx.far.example[192.0.2.25]:25: Connection "
       "timed out"},
      {"a soft bounce", "postfix/smtp",
       "4ABCDE: to=<bob@far.example>, relay=none, delay=1, dsn=5.4.4, status=SOFTBOUNCE (no)",
       "waiting|4ABCDE|bob@far.example||5.4.4|no"},
      {"bounced here", "postfix/local",
       "4ABCDE: to=<x@near.example>, relay=local, delay=0, dsn=5.1.1, status=bounced (unknown "
       "user: \"x\")",
       "failed|4ABCDE|x@near.example|local|5.1.1|unknown user: \"x\""},
      {"an address that was only checked", "postfix/smtp",
       "4ABCDE: to=<bob@far.example>, relay=mx.far.example[192.0.2.25]:25, delay=1, dsn=5.1.1, "
       "status=undeliverable (no)",
       "none||bob@far.example|||"},
      {"expired", "postfix/qmgr",
       "4ABCDE: from=<a@near.example>, status=expired, returned to sender", "expired|4ABCDE||||"},
      {"expired by hand", "postfix-out/qmgr",
       "4ABCDE: from=<a@near.example>, status=force-expired, returned to sender",
       "expired|4ABCDE||||"},
      {"removed", "postfix/qmgr", "4ABCDE: removed", "removed|4ABCDE||||"},
      {"deleted", "postfix/postsuper", "4ABCDE: removed", "removed|4ABCDE||||"},
      {"queued", "postfix/qmgr", "4ABCDE: from=<a@near.example>, size=1, nrcpt=1 (queue active)",
       "none|||||"},
      {"refused", "postfix/smtpd",
       "NOQUEUE: reject: RCPT from h.example[192.0.2.9]: 550 5.1.1 <no@near.example>: Recipient "
       "address rejected: User unknown; from=<a@h.example> to=<no@near.example> proto=ESMTP",
       "refused||no@near.example|h.example||550 5.1.1 <no@near.example>: Recipient address "
       "rejected: User unknown"},
      {"refused by a milter", "postfix/cleanup",
       "4ABCDE: milter-reject: END-OF-MESSAGE from h.example[192.0.2.9]: 5.7.1 virus; from=<a@b> "
       "to=<c@d> proto=ESMTP",
       "refused|4ABCDE|c@d|h.example||5.7.1 virus"},
      {"a long queue id", "postfix/qmgr", "4Xy0Zb1HkTz9rVq: removed",
       "removed|4Xy0Zb1HkTz9rVq||||"},
      {"words that an address holds", "postfix/smtp",
       "4ABCDE: to=<\"x>, status=sent (y\"@far.example>, relay=none, delay=1, dsn=5.0.0, "
       "status=bounced (no)",
       "failed|4ABCDE|\"x>, status=sent (y\"@far.example||5.0.0|no"},
      {"an address without an end", "postfix/smtp", "4ABCDE: to=<\"x", "none||\"x|||"},
      {"another line of smtpd", "postfix/smtpd", "connect from h.example[192.0.2.9]", "none|||||"},
      {"a warning", "postfix/smtpd", "warning: hostname x does not resolve", "none|||||"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(event_of(one.program, one.message), one.event);
  }
}

}  // namespace
}  // namespace plainbounce
