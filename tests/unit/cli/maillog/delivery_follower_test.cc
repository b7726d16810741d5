// What becomes of deliveries, line by line.
#include "cli/maillog/delivery_follower.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/maillog/followed_log.h"

namespace plainbounce {
namespace {

using testing::outcome_of;
using testing::removed_line;
using testing::smtp_line;

constexpr std::string_view kFull =
    "deferred (host mx.far.example[192.0.2.25] said: 452 4.2.2 Mailbox full)";
constexpr std::string_view kUnknown =
    "bounced (host mx.far.example[192.0.2.25] said: 550 5.1.1 User unknown)";
constexpr std::string_view kSent = "sent (250 2.0.0 Ok)";

std::string expired_line(std::string_view id, std::string_view program = "postfix/qmgr") {
  return "Nov 30 20:59:00 mx " + std::string(program) + "[5]: " + std::string(id) +
         ": from=<a@near.example>, status=expired, returned to sender\n";
}

TEST(DeliveryFollower, OnlyTheLastStateOfARecipientCounts) {
  const struct {
    const char* label;
    std::string log;
    const char* outcome;
  } cases[] = {
      {"failed at once",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kUnknown) +
           removed_line("10:00:01", "4ABCDE"),
       "failed 1 address-unknown: 4ABCDE\n"},
      {"waits", smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull),
       "waiting 1 mailbox-full: 4ABCDE\n"},
      {"waits after several attempts",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
           smtp_line("10:10:00", "4ABCDE", "bob@far.example", kFull) +
           smtp_line("10:30:00", "4ABCDE", "bob@far.example", kFull),
       "waiting 1 mailbox-full: 4ABCDE\n"},
      {"the last attempt's reason counts",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example",
                 "deferred (host mx.far.example[192.0.2.25] said: 450 4.7.1 Greylisted)") +
           smtp_line("10:10:00", "4ABCDE", "bob@far.example", kFull),
       "waiting 1 mailbox-full: 4ABCDE\n"},
      {"deferred, later sent",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
           smtp_line("10:10:00", "4ABCDE", "bob@far.example", kSent) +
           removed_line("10:10:01", "4ABCDE"),
       "delivered 1\nresolved 1\n"},
      {"deferred, later refused",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
           smtp_line("10:10:00", "4ABCDE", "bob@far.example", kUnknown) +
           removed_line("10:10:01", "4ABCDE"),
       "failed 1 address-unknown: 4ABCDE\n"},
      {"deferred until it was given up",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) + expired_line("4ABCDE") +
           removed_line("20:59:01", "4ABCDE"),
       "failed 1 mailbox-full: 4ABCDE gave up 1\n"},
      {"given up, its attempts lie before the log",
       expired_line("4ABCDE") + removed_line("20:59:01", "4ABCDE"),
       "failed 1 expired: 4ABCDE gave up 1\n"},
      {"deleted from the queue",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
           "Nov 30 10:01:00 mx postfix/postsuper[9]: 4ABCDE: removed\n",
       "unseen 1\n"},
      {"several recipients of one message",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
           smtp_line("10:00:00", "4ABCDE", "ann@far.example", kUnknown) +
           smtp_line("10:00:00", "4ABCDE", "eve@far.example", kSent) +
           smtp_line("10:10:00", "4ABCDE", "dan@far.example", kFull),
       "failed 1 address-unknown: 4ABCDE\nwaiting 2 mailbox-full: 4ABCDE\ndelivered 1\n"},
      {"an id that is used again",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kUnknown) +
           removed_line("10:00:01", "4ABCDE") +
           smtp_line("11:00:00", "4ABCDE", "bob@far.example", kFull) +
           smtp_line("11:10:00", "4ABCDE", "bob@far.example", kSent) +
           removed_line("11:10:01", "4ABCDE"),
       "failed 1 address-unknown: 4ABCDE\ndelivered 1\nresolved 1\n"},
      {"the same id of another instance",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
           "Nov 30 10:10:00 mx postfix-out/smtp[7]: 4ABCDE: to=<bob@far.example>, relay=none, "
           "delay=1, dsn=2.0.0, status=sent (250 Ok)\n" +
           expired_line("4ABCDE", "postfix-out/qmgr"),
       "failed 1 expired: 4ABCDE gave up 1\nwaiting 1 mailbox-full: 4ABCDE\ndelivered 1\n"},
      {"the same id of another machine",
       smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
           "Nov 30 10:10:00 mx2 postfix/qmgr[7]: 4ABCDE: removed\n",
       "waiting 1 mailbox-full: 4ABCDE\n"},
      {"refused at our door",
       "Nov 30 10:00:00 mx postfix/smtpd[7]: NOQUEUE: reject: RCPT from h.example[192.0.2.9]: 554 "
       "5.7.1 <x@far.example>: Relay access denied; from=<a@h.example> to=<x@far.example> "
       "proto=ESMTP helo=<h>\n",
       "refused 1 relay-denied:\n"},
      {"lines that are none", "hello\n\xff\xfe\x00\x01\n\n-- Logs begin at Mon --\n",
       "unreadable 2\n"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(outcome_of(one.log), one.outcome);
  }
}

// "smtp -o syslog_name=postfix-slow": the attempts have another name than the queue manager.
TEST(DeliveryFollower, ATransportMayHaveANameOfItsOwn) {
  const auto line = [](std::string_view program, std::string_view clock, std::string_view to,
                       std::string_view status_and_words) {
    std::string text = smtp_line(clock, "4ABCDE", to, status_and_words);
    return text.replace(text.find("postfix/smtp"), std::string_view("postfix/smtp").size(),
                        program);
  };
  const auto slow = [&](std::string_view clock, std::string_view status_and_words) {
    return line("postfix-slow/smtp", clock, "bob@far.example", status_and_words);
  };
  const auto error = [&](std::string_view clock) {
    return line("postfix/error", clock, "bob@far.example", kFull);
  };
  const std::string removed = removed_line("20:59:01", "4ABCDE");
  const std::string before = removed_line("09:00:00", "4XXXXX");
  const struct {
    const char* label;
    std::string log;
    const char* outcome;
  } cases[] = {
      {"given up", slow("10:00:00", kFull) + expired_line("4ABCDE") + removed,
       "failed 1 mailbox-full: 4ABCDE gave up 1\n"},
      {"deleted from the queue", slow("10:00:00", kFull) + removed, "unseen 1\n"},
      {"delivered", slow("10:00:00", kFull) + slow("10:10:00", kSent) + removed,
       "delivered 1\nresolved 1\n"},
      {"held back by the queue manager in between",
       slow("10:00:00", kFull) + error("10:10:00") + slow("10:20:00", kSent) + removed,
       "delivered 1\nresolved 1\n"},
      {"held back at first, in a log that shows the queue's name",
       before + error("10:00:00") + slow("10:10:00", kFull) + slow("10:20:00", kUnknown) + removed,
       "failed 1 address-unknown: 4ABCDE\n"},
      {"held back at first, given up",
       error("10:00:00") + slow("10:10:00", kFull) + expired_line("4ABCDE") + removed,
       "failed 1 mailbox-full: 4ABCDE gave up 1\n"},
      {"recipients of several transports",
       slow("10:00:00", kFull) + line("postfix-bulk/smtp", "10:00:00", "eve@far.example", kFull) +
           expired_line("4ABCDE") + removed,
       "failed 2 mailbox-full: 4ABCDE gave up 2\n"},
      {"a name with a queue manager of its own is another queue",
       slow("09:00:00", kFull) + expired_line("4ABCDE", "postfix-slow/qmgr") +
           slow("10:00:00", kFull) + expired_line("4ABCDE"),
       "failed 1 mailbox-full: 4ABCDE gave up 1\nfailed 1 expired: 4ABCDE gave up 1\n"
       "waiting 1 mailbox-full: 4ABCDE\n"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(outcome_of(one.log), one.outcome);
  }
}

TEST(DeliveryFollower, SendmailsRecipientsShareALine) {
  const std::string head = "Nov 30 10:00:00 mx sm-mta[9]: 6AUL3nWJ030594: ";
  const std::string to =
      "to=<a@far.example>,<b@far.example>, delay=00:00:01, mailer=esmtp, "
      "relay=mx.far.example. [192.0.2.25], ";
  const std::string deferred = head + to +
                               "dsn=4.2.2, reply=452 4.2.2 Mailbox full, "
                               "stat=Deferred: 452 4.2.2 Mailbox full\n";
  const std::string given_up =
      head + "6AUL45sx030894: DSN: Cannot send message for 5 days\n" + head + "done; delay=5+0\n";
  EXPECT_EQ(outcome_of(deferred), "waiting 2 mailbox-full: 6AUL3nWJ030594\n");
  EXPECT_EQ(outcome_of(deferred + given_up), "failed 2 mailbox-full: 6AUL3nWJ030594 gave up 2\n");
  EXPECT_EQ(outcome_of(deferred + head +
                       "to=<b@far.example>, delay=00:10:00, mailer=esmtp, "
                       "relay=mx.far.example., dsn=2.0.0, stat=Sent (Ok)\n"),
            "waiting 1 mailbox-full: 6AUL3nWJ030594\ndelivered 1\nresolved 1\n");
  // The words of the reply count, not those that Sendmail makes of its code.
  EXPECT_EQ(outcome_of(head + to +
                       "dsn=5.2.2, reply=552 5.2.2 Mailbox full, stat=Service "
                       "unavailable\n"),
            "failed 2 mailbox-full: 6AUL3nWJ030594\n");
}

TEST(DeliveryFollower, ASelectionLeavesOutTheRest) {
  const std::string log = smtp_line("10:00:00", "4ABCDE", "bob@far.example", kFull) +
                          smtp_line("11:00:00", "4FGHIJ", "ann@far.example", kUnknown) +
                          smtp_line("12:00:00", "4KLMNO", "bob@else.example", kUnknown);
  Selection by_address;
  by_address.recipient = "BOB@far.example";
  EXPECT_EQ(outcome_of(log, by_address), "waiting 1 mailbox-full: 4ABCDE\n");
  for (const char* domain : {"far.example", "@FAR.example"}) {
    Selection by_domain;
    by_domain.recipient = domain;
    EXPECT_EQ(outcome_of(log, by_domain),
              "failed 1 address-unknown: 4FGHIJ\nwaiting 1 mailbox-full: 4ABCDE\n");
  }
  Selection by_time;
  by_time.since = testing::kNow - 10 * 3600;
  by_time.until = testing::kNow - 9 * 3600;
  EXPECT_EQ(outcome_of(log, by_time), "failed 1 address-unknown: 4FGHIJ\n");
}

TEST(DeliveryFollower, BeyondTheCapAttemptsAreCountedAndNotFollowed) {
  testing::use_utc();
  DeliveryFollower follower(testing::built_in_knowledge(), {}, testing::kNow, 2);
  std::string log;
  for (const char* id : {"4AAAAA", "4BBBBB", "4CCCCC", "4BBBBB"}) {
    log += smtp_line("10:00:00", id, "bob@far.example", kFull);
  }
  log += smtp_line("10:10:00", "4AAAAA", "bob@far.example", kSent);
  log += smtp_line("10:20:00", "4DDDDD", "bob@far.example", kFull);
  testing::feed(follower, log);
  EXPECT_EQ(testing::outcome(follower),
            "waiting 2 mailbox-full: 4BBBBB 4DDDDD\ndelivered 1\nresolved 1\nnot followed 1\n");
}

// A log of any length: what is kept are the deliveries that wait, the groups and a few replies.
TEST(DeliveryFollower, MemoryIsBoundedByWhatWaits) {
  testing::use_utc();
  DeliveryFollower follower(testing::built_in_knowledge(), {}, testing::kNow);
  constexpr int kMessages = 10000;
  for (int i = 0; i < kMessages; ++i) {
    const std::string id = "4" + std::to_string(1000000 + i);
    const std::string to = "user" + std::to_string(i) + "@d" + std::to_string(i) + ".example";
    const std::string words =
        "deferred (host mx.d" + std::to_string(i) + ".example[192.0.2.25] said: 450 4.7.1 <" + to +
        ">: Greylisted, ticket ab12cd34ef" + std::to_string(90000000 + i) + "x)";
    testing::feed(follower, smtp_line("10:00:00", id, to, words) +
                                smtp_line("10:10:00", id, to, i % 2 == 0 ? kSent : kUnknown) +
                                removed_line("10:10:01", id));
  }
  EXPECT_EQ(follower.most_waiting_at_once(), 1U);
  EXPECT_LE(follower.diagnoser().kept(), 200U);
  EXPECT_EQ(follower.figures().delivered, kMessages / 2U);
  const auto groups = follower.tally().groups(DeliveryState::kFailed);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0]->count, kMessages / 2U);
  EXPECT_EQ(groups[0]->ids.size(), DeliveryGroup::kMostIds);
  EXPECT_EQ(groups[0]->more_ids, kMessages / 2U - DeliveryGroup::kMostIds);
  EXPECT_EQ(groups[0]->domains.size(), DeliveryGroup::kMostDomains);
  EXPECT_EQ(groups[0]->in_more_domains, kMessages / 2U - DeliveryGroup::kMostDomains);
}

}  // namespace
}  // namespace plainbounce
