#include "core/dsn/mail_queue.h"

#include <gtest/gtest.h>

#include <string>

#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/legacy_bounce.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {
namespace {

// "address host type;reason|" of each; all are delayed.
std::string read(const std::string& text, size_t most = 10) {
  std::string out;
  for (const PerRecipientFields& r : read_mail_queue(split_lines(text), most)) {
    EXPECT_EQ(r.action, Action::kDelayed);
    out += r.final_recipient->value + ' ' + (r.remote_mta ? r.remote_mta->value : "-") + ' ' +
           r.diagnostic_code->type + ';' + r.diagnostic_code->value + '|';
  }
  return out;
}

constexpr const char* kPostfix =
    "-Queue ID-  --Size-- ----Arrival Time---- -Sender/Recipient-------\n"
    "B2EB1F00AA*    1234 Mon Nov  2 09:00:00  ann@y.test\n"
    "                                         active@x.test\n"
    "(host mx.x.test[192.0.2.7] said: 451 4.7.1 Later (in reply to RCPT TO command))\n"
    "                                         bob@x.test\n"
    "                                         carol@x.test\n"
    "      (connect to mx.z.test[192.0.2.8]:25: Connection refused)\n"
    "                                         dave@z.test\n"
    "\n"
    "4QzX1y2Zabz9rN!   77 Sun Nov  1 19:00:00  MAILER-DAEMON\n"
    "(Host or domain name not found. Name service error for name=w.test type=MX: Host not found, "
    "try again)\n"
    "                                         eve@w.test\n"
    "\n"
    "-- 2 Kbytes in 2 Requests.\n";

TEST(MailQueue, Postfix) {
  EXPECT_EQ(read(kPostfix),
            "bob@x.test mx.x.test x-postfix;host mx.x.test[192.0.2.7] said: 451 4.7.1 Later (in "
            "reply to RCPT TO command)|"
            "carol@x.test mx.x.test x-postfix;host mx.x.test[192.0.2.7] said: 451 4.7.1 Later (in "
            "reply to RCPT TO command)|"
            "dave@z.test mx.z.test x-postfix;connect to mx.z.test[192.0.2.8]:25: Connection "
            "refused|"
            "eve@w.test - x-postfix;Host or domain name not found. Name service error for "
            "name=w.test type=MX: Host not found, try again|");
  EXPECT_EQ(read(kPostfix, 1),
            "bob@x.test mx.x.test x-postfix;host mx.x.test[192.0.2.7] said: 451 4.7.1 Later (in "
            "reply to RCPT TO command)|");
}

TEST(MailQueue, QuotedAndWrapped) {
  EXPECT_EQ(
      read("> B2EB1F00AA 1234 Mon Nov  2 09:00:00 ann@y.test\n"
           "> (host mx.x.test[192.0.2.7] said: 450 4.2.0\n> <bob@x.test>\n> is busy (in reply "
           "to RCPT\n> TO command))\n> bob@x.test\n"),
      "bob@x.test mx.x.test x-postfix;host mx.x.test[192.0.2.7] said: 450 4.2.0 <bob@x.test> "
      "is busy (in reply to RCPT TO command)|");
  // A server's brackets need not match.
  EXPECT_EQ(read("B2EB1F00AA 1234 Mon Nov  2 09:00:00 ann@y.test\n"
                 "(host mx.x.test[192.0.2.7] said: 451 sad :( (in reply to MAIL FROM command))\n"
                 "bob@x.test\neve@x.test\n")
                .size(),
            2 * std::string("bob@x.test mx.x.test x-postfix;host mx.x.test[192.0.2.7] said: 451 "
                            "sad :( (in reply to MAIL FROM command)|")
                    .size());
}

TEST(MailQueue, Sendmail) {
  EXPECT_EQ(
      read("\t\t/var/spool/mqueue (2 requests)\n"
           "-----Q-ID----- --Size-- -----Q-Time----- ------------Sender/Recipient-----------\n"
           "4A28x0VE012345*    1234 Mon Nov  2 09:00 <ann@y.test>\n"
           "      8BITMIME   (Deferred: Connection timed out with mx.x.test.)\n"
           "\t\t\t\t\t <bob@x.test>\n"
           "4A28x0VE012346       12 Mon Nov  2 09:01 <ann@y.test>\n"
           "                 (Deferred: 451 4.7.1 Later)\n"
           "\t\t\t\t\t <carol@x.test>\n"
           "4A28x0VE012347       12 Mon Nov  2 09:02 <ann@y.test>\n"
           "\t\t\t\t\t <dave@x.test>\n"
           "\t\tTotal requests: 3\n"),
      "bob@x.test mx.x.test x-sendmail;Deferred: Connection timed out with mx.x.test.|"
      "carol@x.test - x-sendmail;Deferred: 451 4.7.1 Later|");
}

TEST(MailQueue, Objects) {
  const std::string begin =
      R"({"queue_name": "deferred", "queue_id": "B2EB", "sender": "ann@y.test", "recipients": [)";
  EXPECT_EQ(read(begin +
                 R"({"address": "bob@x.test", "delay_reason": "host mx.x.test[192.0.2.7] said: )"
                 R"(451 4.7.1 Later"}, {"address": "carol@x.test"}]})"
                 "\n" +
                 begin +
                 R"({"address": "dave@x.test", "delay_reason": "451 4.3.0 \"no\""}]})"
                 "\n"),
            "bob@x.test mx.x.test x-postfix;host mx.x.test[192.0.2.7] said: 451 4.7.1 Later|"
            "dave@x.test - smtp;451 4.3.0 \"no\"|");
  EXPECT_EQ(read(begin + R"({"address": "bob@x.test", "delay_reason": "no"},)"), "");
  EXPECT_EQ(
      read(begin + R"({"address": "bob@x.test", "delay_reason": "host a\u0000b.test[] \r\n"}]})"),
      "bob@x.test - x-postfix;host a b.test[]|");
  EXPECT_EQ(
      read(R"({"queue_id": "B", "recipients": [{"address": "b@x.test", "delay_reason": "n"}]})"),
      "");
}

TEST(MailQueue, OtherTextsAreNone) {
  const std::string below = "\n(why not)\nbob@x.test\n";
  for (const char* text : {
           "25m  2.9K 0t5C6f-0000c8-00 <ann@y.test>",  // Exim
           "25m  2.9K 0t5C6f-0000c8-00 <ann@y.test> *** frozen ***",
           "Mail queue is empty",
           "B2EB1F00AA 1234 Mon Nov  2 09:00:00",
           "B2EB 1234 Mon Nov  2 09:00:00 ann@y.test",
           "B2EB1F00AA 12x4 Mon Nov  2 09:00:00 ann@y.test",
           "B2EB1F00AA 1234 Abc Nov  2 09:00:00 ann@y.test",
           "B2EB1F00AA 1234 Mon Nov  2 9 ann@y.test",
           "Room 1234 Mon Nov two 09:00 ann@y.test",
           "",
       }) {
    EXPECT_EQ(read(text + below), "") << text;
  }
  const std::string entry = "B2EB1F00AA 1234 Mon Nov  2 09:00:00 ann@y.test\n";
  EXPECT_EQ(read(entry + "bob@x.test\n"), "");
  EXPECT_EQ(read(entry + "\n(why not)\nbob@x.test\n"), "");
  EXPECT_EQ(read(entry + "Words.\n(why not)\nbob@x.test\n"), "");
}

// Somebody who asks may paste one; in a mail it is none.
TEST(MailQueue, CountsOnlyWhereItIsAskedFor) {
  const std::string text = "Content-Type: text/plain\n\n" + std::string(kPostfix);
  const auto tree = split_message(text, Limits());
  ASSERT_TRUE(tree);
  const auto report = parse_legacy_bounce(*tree, Limits());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->recipients.size(), 4U);
  EXPECT_EQ(recognise_legacy_bounce(*tree, PlainText::kYes), "a mail queue");
  EXPECT_EQ(recognise_legacy_bounce(*tree, PlainText::kNo), std::nullopt);
}

TEST(MailQueue, ManyRecipientsWithALongReason) {
  std::string text = "B2EB1F00AA 1234 Mon Nov  2 09:00:00 ann@y.test\n(";
  text.append(100000, 'x').append(")\n");
  for (int i = 0; i < 3000; ++i) text.append("u").append(std::to_string(i)).append("@x.test\n");
  const auto found = read_mail_queue(split_lines(text), 2000);
  ASSERT_EQ(found.size(), 2000U);
  EXPECT_EQ(found.back().diagnostic_code->value, std::string(4095, 'x'));
}

}  // namespace
}  // namespace plainbounce
