// What mail servers print of their queues.
#include <gtest/gtest.h>

#include "cli/maillog/log_readers.h"
#include "tests/unit/cli/maillog/followed_log.h"

namespace plainbounce {
namespace {

using testing::outcome_of;

constexpr std::string_view kPostfix =
    "-Queue ID-  --Size-- ----Arrival Time---- -Sender/Recipient-------\n"
    "B2EB1F00AA      1234 Mon Nov  2 09:00:00  ann@near.example\n"
    "    (host mx.far.example[192.0.2.25] said: 452 4.2.2 <bob@far.example>: Mailbox full (in "
    "reply\n"
    "to RCPT TO command))\n"
    "                                         bob@far.example\n"
    "                (connect to mx.else.example[192.0.2.9]:25: Connection timed out)\n"
    "                                         eve@else.example\n"
    "                                         dan@else.example\n"
    "\n"
    "C3EB1F00AA*      300 Mon Nov 30 20:59:59  MAILER-DAEMON\n"
    "                                         ann@near.example\n"
    "\n"
    "D4EB1F00AA!      300 Mon Nov 30 20:00:00  ann@near.example\n"
    "                                         bob@far.example\n"
    "\n"
    "-- 3 Kbytes in 3 Requests.\n";

constexpr std::string_view kSendmail =
    "\t\t/var/spool/mqueue (2 requests)\n"
    "-----Q-ID----- --Size-- -----Q-Time----- ------------Sender/Recipient-----------\n"
    "6AUL3naP030597        2 Mon Nov 30 20:03 <root@near.example>\n"
    "                 (Deferred: 452 4.2.2 <bob@far.example>: Mailbox over quota)\n"
    "\t\t\t\t\t <bob@far.example>\n"
    "6AUL3nd7030605        2 Mon Nov 30 20:03 <root@near.example>\n"
    "      8BITMIME   (host map: lookup (gone.example): deferred)\n"
    "\t\t\t\t\t <ann@gone.example>\n"
    "\t\tTotal requests: 2\n";

TEST(QueueReaders, EachRecipientOfPostfixsQueueHasItsReason) {
  ASSERT_EQ(format_of(kPostfix), LogFormat::kQueueListing);
  EXPECT_EQ(outcome_of(kPostfix),
            "waiting 2 unreachable: B2EB1F00AA\nwaiting 1 mailbox-full: B2EB1F00AA\n"
            "untried 1\nheld 1\n");
}

TEST(QueueReaders, SendmailsQueueIsRead) {
  ASSERT_EQ(format_of(kSendmail), LogFormat::kQueueListing);
  EXPECT_EQ(outcome_of(kSendmail),
            "waiting 1 mailbox-full: 6AUL3naP030597\nwaiting 1 unclear: 6AUL3nd7030605\n");
}

TEST(QueueReaders, ObjectsOfPostqueueAreRead) {
  const std::string log =
      R"({"queue_name": "deferred", "queue_id": "4ABCDE", "arrival_time": 1796000000, )"
      R"("message_size": 9, "forced_expire": false, "sender": "a@near.example", "recipients": [)"
      R"({"address": "bob@far.example", "delay_reason": "host mx.far.example[192.0.2.25] said: )"
      R"(452 4.2.2 Mailbox full"}, {"address": "eve@far.example"}]})"
      "\n"
      R"({"queue_name": "hold", "queue_id": "4FGHIJ", "arrival_time": 1796000000, "recipients": )"
      R"([{"address": "bob@far.example"}]})"
      "\n{\"queue_name\"\n{\"queue_name\": \"deferred\", \"queue_id\": \"\xc3\xa4 b\"}\n";
  ASSERT_EQ(format_of(log), LogFormat::kQueueJson);
  DeliveryFollower follower(testing::built_in_knowledge(), {}, testing::kNow);
  testing::feed(follower, log);
  EXPECT_EQ(testing::outcome(follower),
            "waiting 1 mailbox-full: 4ABCDE\nuntried 1\nheld 1\nunreadable 2\n");
  EXPECT_EQ(follower.figures().first, 1796000000);
}

std::string entry_of_postqueue(size_t recipients, const std::string& reason) {
  std::string line =
      R"({"queue_name": "deferred", "queue_id": "4ABCDE", "arrival_time": 1796000000, )"
      R"("message_size": 9, "forced_expire": false, "sender": "a@near.example", "recipients": [)";
  for (size_t i = 0; i < recipients; ++i) {
    line += (i == 0 ? R"({"address": "user)" : R"(, {"address": "user)") + std::to_string(i) +
            R"(@far.example", "delay_reason": ")" + reason + R"("})";
  }
  return line + "]}\n";
}

TEST(QueueReaders, AMessageOfPostqueueMayHaveManyRecipients) {
  const std::string reason =
      "host mx.far.example[192.0.2.25] said: 452 4.2.2 Mailbox full " + std::string(100, 'x');
  for (const size_t recipients : {500U, 20000U}) {
    const std::string log = entry_of_postqueue(recipients, reason);
    ASSERT_GT(log.size(), LineConsumer::kLongestLine);
    EXPECT_EQ(outcome_of(log), "waiting " + std::to_string(recipients) + " mailbox-full: 4ABCDE\n");
  }
}

TEST(QueueReaders, BeyondWhatIsReadAMessageOfPostqueueIsCountedOnItsOwn) {
  const std::string next =
      R"({"queue_name": "hold", "queue_id": "4FGHIJ", "recipients": [{"address": "b@far.example"}]})"
      "\n";
  const std::string most = "waiting 50000 mailbox-full: 4ABCDE\nheld 1\n";
  const std::string reason = "452 4.2.2 Mailbox full";
  EXPECT_EQ(outcome_of(entry_of_postqueue(50000, reason) + next), most);
  const std::string too_long[] = {
      entry_of_postqueue(1, std::string(kLongestQueueEntry, 'x')),  // in bytes
      entry_of_postqueue(50100, reason),                            // in recipients
  };
  for (const std::string& entry : too_long) {
    DeliveryFollower follower(testing::built_in_knowledge(), {}, testing::kNow);
    testing::feed(follower, entry + next);
    EXPECT_EQ(testing::outcome(follower), "held 1\nunreadable 1\n");
    EXPECT_EQ(follower.figures().overlong_entries, 1U);
    EXPECT_EQ(follower.figures().lines, 2U);
  }
}

TEST(QueueReaders, AnEmptyQueueIsAQueue) {
  for (const std::string_view log :
       {"Mail queue is empty\n", "/var/spool/mqueue is empty\n\t\tTotal requests: 0\n"}) {
    DeliveryFollower follower(testing::built_in_knowledge(), {}, testing::kNow);
    testing::feed(follower, log);
    EXPECT_EQ(testing::outcome(follower), "");
    EXPECT_EQ(follower.figures().queue_listings, 1U);
  }
}

}  // namespace
}  // namespace plainbounce
