#include "core/dsn/delivery_report_parser.h"

#include <gtest/gtest.h>

#include <string>

#include "core/mime/transfer_encoding.h"

namespace plainbounce {
namespace {

constexpr const char* kFields =
    "Reporting-MTA: dns; m.test\n\nFinal-Recipient: rfc822;bob@x.test\nAction: failed\n";

std::string report_of(const std::string& notice, const std::string& status,
                      const std::string& original) {
  return "Content-Type: multipart/report; boundary=\"=b==\"\n\npreamble\n--=b==\n" + notice +
         "\n--=b==\n" + status + "\n--=b==\n" + original + "\n--=b==--\nepilogue\n";
}

Result<DeliveryReport> parse(const std::string& message, const Limits& limits = {}) {
  const auto tree = split_message(message, limits);
  if (!tree) return fail("not split: " + tree.error().message);
  return parse_delivery_report(*tree, limits);
}

TEST(DeliveryReportParser, TypesAndEncodings) {
  struct Case {
    const char* label;
    std::string status;
    std::string original;
  };
  const std::string plain = std::string("Content-Type: message/delivery-status\n\n") + kFields;
  const std::string returned = "Content-Type: message/rfc822\n\nSubject: Hi\n\nbody";
  const std::string header = "Subject: Hi\n";
  const Case cases[] = {
      {"classic", plain, returned},
      {"global", std::string("Content-Type: message/global-delivery-status\n\n") + kFields,
       "Content-Type: message/global\n\nSubject: Hi\n\nbody"},
      {"headers alone", plain, "Content-Type: text/rfc822-headers\n\n" + header},
      {"global headers", plain, "Content-Type: message/global-headers\n\n" + header},
      {"capitals", std::string("Content-Type: MESSAGE/Delivery-Status\n\n") + kFields,
       "Content-Type: Text/RFC822-Headers\n\n" + header},
      {"base64",
       "Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n" +
           encode_base64(kFields),
       "Content-Type: message/rfc822\nContent-Transfer-Encoding: BASE64\n\n" +
           encode_base64(header)},
      {"quoted-printable",
       "Content-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable\n\n" +
           encode_quoted_printable(kFields),
       "Content-Type: text/rfc822-headers\nContent-Transfer-Encoding: quoted-printable\n\nSubject: "
       "H=69\n"},
  };
  for (const Case& c : cases) {
    const auto report = parse(report_of("\nwords", c.status, c.original));
    ASSERT_TRUE(report) << c.label << ": " << report.error().message;
    EXPECT_EQ(report->message.reporting_mta->value, "m.test") << c.label;
    ASSERT_EQ(report->recipients.size(), 1U) << c.label;
    EXPECT_EQ(report->recipients[0].final_recipient->value, "bob@x.test") << c.label;
    EXPECT_EQ(report->notice, "words") << c.label;
    ASSERT_TRUE(report->original) << c.label;
    EXPECT_EQ(report->original->subject, "Hi") << c.label;
  }
}

TEST(DeliveryReportParser, OnlyTheTopLevelReportIsRead) {
  const std::string inner = report_of(
      "\ninner words",
      "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822;inner@x.test\n", "\nx");
  const auto report = parse(
      "Content-Type: multipart/report; boundary=outer\n\n--outer\n\nwords\n--outer\nContent-Type: "
      "message/delivery-status\n\n" +
      std::string(kFields) + "--outer\nContent-Type: message/rfc822\n\n" + inner + "--outer--\n");
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->recipients.size(), 1U);
  EXPECT_EQ(report->recipients[0].final_recipient->value, "bob@x.test");
  EXPECT_EQ(report->notice, "words");

  const auto none = parse(
      "Content-Type: multipart/mixed; boundary=outer\n\n--outer\n\nwords\n"
      "--outer\nContent-Type: message/rfc822\n\n" +
      inner + "--outer--\n");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "there is no delivery-status part");
}

TEST(DeliveryReportParser, PartsMayBeMissing) {
  const auto report = parse(
      "Content-Type: multipart/report; boundary=b1\n\n--b1\nContent-Type: "
      "message/delivery-status\n\n" +
      std::string(kFields) + "\n--b1--\n");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->notice, "");
  EXPECT_FALSE(report->original);
}

TEST(DeliveryReportParser, NoticeText) {
  struct Case {
    const char* label;
    const char* notice;
    const char* more_fields;
    const char* text;
  };
  const Case cases[] = {
      {"the block where no diagnostic is", "\n<bob@x.test>: mail loops\n    back\n", "",
       "mail loops back"},
      {"not where there is one", "\n<bob@x.test>: mail loops\n",
       "Diagnostic-Code: X-Postfix; mail loops\n", ""},
      {"another's block", "\n<robert@x.test>: mail loops\n", "", ""},
      {"Sendmail's transcript",
       "\n   ----- Transcript of session follows -----\n550 5.1.2 <bob@x.test>... Host unknown\n",
       "", "550 5.1.2 <bob@x.test>... Host unknown"},
      {"Sendmail's cut reply",
       "\n   ----- Transcript of session follows -----\n<<< 550-5.7.1 a\n<<< 550 5.7.1 b\n550 "
       "5.1.1 "
       "<bob@x.test>... User unknown\n",
       "Diagnostic-Code: SMTP; 550-5.7.1 a\n", "550-5.7.1 a\n550 5.7.1 b"},
  };
  for (const Case& c : cases) {
    const auto report = parse(report_of(
        c.notice,
        std::string("Content-Type: message/delivery-status\n\n") + kFields + c.more_fields, "\nx"));
    ASSERT_TRUE(report) << c.label;
    EXPECT_EQ(report->recipients[0].notice_text, c.text) << c.label;
  }
}

// Many recipients may share a block: none keeps much of it.
TEST(DeliveryReportParser, BlocksOfTheNoticeAreCut) {
  const std::string words(100000, 'x');
  for (const std::string& block :
       {"<bob@x.test>: " + words, "<bob@x.test>:\n " + words + "\n " + words}) {
    const auto report =
        parse(report_of("\n" + block + "\n",
                        std::string("Content-Type: message/delivery-status\n\n") + kFields, "\nx"));
    ASSERT_TRUE(report);
    EXPECT_EQ(report->recipients[0].notice_text, words.substr(0, 8192));
  }
}

TEST(DeliveryReportParser, PipesOfTheNotice) {
  struct Case {
    const char* label;
    const char* recipient;
    const char* text;
  };
  const Case cases[] = {
      {"named", "|/bin/filter -a", "pipe to |/bin/filter -a"},
      {"the line goes on", "|/bin/filter", "pipe to |/bin/filter"},
      {"not named", "|/bin/other", ""},
      {"no pipe", "/bin/filter", ""},
  };
  for (const Case& c : cases) {
    const auto report = parse(report_of(
        "Content-Type: text/plain\n\nIt failed:\n\n  pipe to |/bin/zz\n  pipe to |/bin/filter -a\n",
        std::string("Content-Type: message/delivery-status\n\nReporting-MTA: dns; m.test\n\n") +
            "Final-Recipient: local; " + c.recipient + "\nAction: failed\n",
        "Content-Type: text/rfc822-headers\n\nSubject: Hi\n"));
    ASSERT_TRUE(report) << c.label;
    EXPECT_EQ(report->recipients.front().notice_text, c.text) << c.label;
  }
}

// A reply below an address goes to every group that names it.
TEST(DeliveryReportParser, RepliesOfTheNotice) {
  const auto report = parse(report_of(
      "Content-Type: text/plain\n\nIt failed:\n\nbob@x.test\n  550 no\n\ncarol@x.test\n  551 "
      "gone\n",
      std::string("Content-Type: message/delivery-status\n\nReporting-MTA: dns; m.test\n\n") +
          "Final-Recipient: rfc822; BOB@x.test\nAction: failed\n\n" +
          "Final-Recipient: rfc822; dave@x.test\nAction: failed\n\n" +
          "Final-Recipient: rfc822; carol@x.test\nAction: failed\n",
      "Content-Type: text/rfc822-headers\n\nSubject: Hi\n"));
  ASSERT_TRUE(report);
  ASSERT_EQ(report->recipients.size(), 3U);
  EXPECT_EQ(report->recipients[0].notice_text, "550 no");
  EXPECT_EQ(report->recipients[1].notice_text, "");
  EXPECT_EQ(report->recipients[2].notice_text, "551 gone");
}

// Exim's and CommuniGate's reports have no Diagnostic-Code where they did not ask another server.
TEST(DeliveryReportParser, WordsOfTheNotice) {
  const std::string fields =
      "Content-Type: message/delivery-status\n\nReporting-MTA: dns; m.test\n";
  const std::string original = "Content-Type: text/rfc822-headers\n\nSubject: Hi\n";
  const auto words = [&](const std::string& notice, const std::string& recipient) {
    const auto report = parse(report_of("\n" + notice, fields + "\n" + recipient, original));
    return report ? report->recipients.at(0).notice_text : report.error().message;
  };
  const std::string bob = "Action: failed\nFinal-Recipient: rfc822;bob@x.test\nStatus: 5.0.0\n";
  EXPECT_EQ(
      words("The following address(es) failed:\n\n  bob@x.test\n    No Such User Here\n", bob),
      "No Such User Here");
  EXPECT_EQ(words("Failed to deliver to '<bob@x.test>'\n account is full\n",
                  "Original-Recipient: rfc822;<bob@x.test>\nFinal-Recipient: LOCAL;<bob>\n"
                  "Action: failed\nStatus: 5.0.0\n"),
            "Failed to deliver to '<bob@x.test>' account is full");
  // Somebody else's words, quoted; guesses.
  EXPECT_EQ(words("Failed to deliver to '<bob@x.test>'\n\n> my mailbox is full\n", bob), "");
  EXPECT_EQ(words("These failed:\n\n  bob@x.test\n    No\n> my mailbox is full\n", bob), "No");
  EXPECT_EQ(
      words("These failed:\n\n  bob@x.test\n\nCommon reasons: the mailbox is full, the address "
            "does not exist.\n",
            bob),
      "");
  EXPECT_EQ(
      words("These failed:\n\n  bob@x.test\n\nPossible causes:\n- User unknown\n- Mailbox full\n",
            bob),
      "");
  // A long notice about everything is no reason.
  EXPECT_EQ(words("Failed to deliver to '<bob@x.test>'\n" + std::string(400, 'x') + "\n", bob), "");
  EXPECT_EQ(words("The following address(es) failed:\n\n  bob@x.test\n    No Such User Here\n",
                  bob + "Diagnostic-Code: smtp; 550 no\n"),
            "");
}

TEST(DeliveryReportParser, Limits) {
  Limits limits;
  limits.notice_bytes = 5;
  const std::string status = std::string("Content-Type: message/delivery-status\n\n") + kFields;
  const auto cut = parse(report_of("\nmany words", status, "\nx"), limits);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->notice, "many ");
  limits.report_bytes = 20;
  const auto large = parse(report_of("\nw", status + std::string(100, '\n'), "\nx"), limits);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().message, "the status part is too large");
}

}  // namespace
}  // namespace plainbounce
