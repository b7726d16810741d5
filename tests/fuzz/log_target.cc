// Mail logs and queues: read the same in any pieces, what is counted adds up, what is shown of a
// log is clean text.
#include <algorithm>

#include "cli/maillog/log_readers.h"
#include "core/base/ascii.h"
#include "tests/fuzz/target.h"

namespace plainbounce::fuzz {

namespace {

constexpr int64_t kNow = 1796072400;
constexpr size_t kMostOpen = 8;

const KnowledgeBase& knowledge() {
  static const auto built_in = load_knowledge("").value();
  return *built_in;
}

void check_text(std::string_view text, size_t most) {
  demand(is_utf8(text), "text of a log that is no UTF-8");
  demand(text.size() <= most, "text of a log that is too long");
  demand(std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
         "a control character of a log");
}

std::string reading_of(LogFormat format, std::string_view input, size_t piece) {
  DeliveryFollower follower(knowledge(), {}, kNow, kMostOpen);
  const auto reader = make_log_reader(format, follower);
  for (size_t at = 0; at < input.size(); at += piece) reader->feed(input.substr(at, piece));
  reader->finish();
  follower.finish();
  const LogFigures& figures = follower.figures();
  demand(follower.most_waiting_at_once() <= kMostOpen, "more is followed than the limit");
  demand(figures.mail_lines + figures.unreadable_lines <= figures.lines, "more lines than lines");
  std::string out =
      std::to_string(figures.lines) + " " + std::to_string(figures.mail_lines) + " " +
      std::to_string(figures.delivered) + " " + std::to_string(figures.resolved_later) + " " +
      std::to_string(figures.ended_unseen) + " " + std::to_string(figures.not_followed) + "\n";
  for (const auto state :
       {DeliveryState::kFailed, DeliveryState::kWaiting, DeliveryState::kRefused}) {
    size_t count = 0;
    for (const DeliveryGroup* group : follower.tally().groups(state)) {
      count += group->count;
      demand(group->gave_up <= group->count, "more were given up than failed");
      demand(!group->first || !group->last || *group->first <= *group->last, "times in disorder");
      check_text(group->example.reply, 310);
      check_text(group->example.host, 310);
      check_text(group->example.domain, 310);
      for (const std::string& id : group->ids) {
        demand(std::all_of(id.begin(), id.end(), [](char c) { return is_alpha(c) || is_digit(c); }),
               "a queue id of other characters");
      }
      out += follower.diagnoser().verdicts()[group->verdict].cause + " " +
             std::to_string(group->count) + "\n";
    }
    demand(count == follower.tally().count(state), "groups do not add up");
  }
  return out;
}

void run(std::string_view input) {
  const LogFormat found = format_of(input);
  for (const auto format : {LogFormat::kSyslog, LogFormat::kJournalExport, LogFormat::kJournalJson,
                            LogFormat::kQueueListing, LogFormat::kQueueJson}) {
    const std::string whole = reading_of(format, input, std::max(input.size(), size_t{1}));
    if (format != found) continue;
    demand_equal(reading_of(format, input, 1), whole, "read otherwise byte by byte");
    demand_equal(reading_of(format, input, 7), whole, "read otherwise in pieces");
  }
}

constexpr std::string_view kDeferred =
    "4ABCDE: to=<bob@far.example>, relay=mx.far.example[192.0.2.25]:25, delay=1, dsn=4.2.2, "
    "status=deferred (host mx.far.example[192.0.2.25] said: 452 4.2.2 Mailbox full (in reply to "
    "RCPT TO command))";

std::vector<Seed> seeds() {
  const std::string head = "Nov 30 10:00:00 mx postfix/smtp[7]: ";
  const std::string sendmail = "2026-11-30T10:00:00.5+01:00 mx sm-mta[7]: 6AUL3nWJ030594: ";
  return {
      {"empty", ""},
      {"postfix", head + std::string(kDeferred) + "\n" +
                      "Nov 30 10:00:00 mx postfix/qmgr[7]: 4ABCDE: from=<a@b>, status=expired, "
                      "returned to sender\nNov 30 10:00:00 mx postfix/qmgr[7]: 4ABCDE: removed\n"},
      {"refused",
       "Nov 30 10:00:00 mx postfix/smtpd[7]: NOQUEUE: reject: RCPT from h[192.0.2.9]: 550 "
       "5.1.1 <no@b.example>: User unknown; from=<a@h> to=<no@b.example> proto=ESMTP\n"},
      {"sendmail", sendmail +
                       "to=<a@far.example>,<b@far.example>, delay=00:00:01, mailer=esmtp, "
                       "relay=mx.far.example. [192.0.2.25], dsn=4.7.1, reply=451 4.7.1 later, "
                       "stat=Deferred: 451 4.7.1 later\n" +
                       sendmail + "6AUL45sx030894: DSN: Cannot send message for 5 days\n"},
      {"journal-export",
       "__REALTIME_TIMESTAMP=1796068800000000\n_HOSTNAME=mx\n"
       "SYSLOG_IDENTIFIER=postfix/smtp\nMESSAGE=" +
           std::string(kDeferred) + "\n\n" +
           std::string("MESSAGE\n\x03\0\0\0\0\0\0\0a\nb\n\n", 21)},
      {"journal-json",
       R"({"SYSLOG_IDENTIFIER":"postfix/smtp","MESSAGE":")" + std::string(kDeferred) + "\"}\n"},
      {"mailq",
       "-Queue ID-  --Size-- ----Arrival Time---- -Sender/Recipient-------\n"
       "B2EB1F00AA!     1234 Mon Nov  2 09:00:00  ann@near.example\n"
       "(host mx.far.example[192.0.2.25] said: 452 4.2.2 full)\n"
       "                                         bob@far.example\n"},
      {"postqueue-json", R"({"queue_name": "deferred", "queue_id": "4ABCDE", "arrival_time": 1, )"
                         R"("recipients": [{"address": "b@c.example", "delay_reason": "no"}]})"
                         "\n"},
      {"address-with-quotes", head + "4ABCDE: to=<\"a>, status=sent (\\\"\"@b>, dsn=5.1.1, "
                                     "status=bounced (no)\n"},
  };
}

std::vector<std::string> words() {
  return {"Nov 30 10:00:00 ",
          "2026-11-30T10:00:00+01:00 ",
          "mx ",
          "postfix/smtp[7]: ",
          "postfix/qmgr[7]: ",
          "postfix/smtpd[7]: ",
          "sm-mta[7]: ",
          "4ABCDE: ",
          "NOQUEUE: ",
          "to=<",
          ">, ",
          "relay=",
          "dsn=",
          "status=deferred (",
          "status=bounced (",
          "status=sent (",
          "status=expired, returned to sender",
          "removed",
          "reject: ",
          "milter-reject: ",
          "stat=",
          "reply=",
          "; from=<",
          "MESSAGE",
          "SYSLOG_IDENTIFIER=",
          "__CURSOR=",
          "\"queue_name\"",
          "\"delay_reason\"",
          "-Queue ID-",
          "-----Q-ID-----",
          "\n",
          "\r\n",
          std::string("\x08\0\0\0\0\0\0\0", 8)};
}

}  // namespace

const Target kLogTarget = {"log", 4096, run, seeds, words};

}  // namespace plainbounce::fuzz
