#include <gtest/gtest.h>

#include <string>

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

// One line for each recipient: "original>final action status type;diagnostic".
std::string summary(const DeliveryReport& report) {
  std::string out;
  for (const PerRecipientFields& r : report.recipients) {
    if (r.original_recipient) out += r.original_recipient->value;
    out += '>';
    if (r.final_recipient) out += r.final_recipient->value;
    out += ' ' + std::string(to_string(r.action)) + ' ' + r.status.value_or("-");
    if (r.diagnostic_code) out += ' ' + r.diagnostic_code->type + ';' + r.diagnostic_code->value;
    out += '\n';
  }
  return out;
}

TEST(StatusFields, AllFields) {
  const std::string text =
      "Original-Envelope-Id: ENV+20\r\n"
      "Reporting-MTA: dns; mail.example.net\r\n"
      "DSN-Gateway: dns; gate.example.net\r\n"
      "Received-From-MTA: DNS; laptop.example.net\r\n"
      "Arrival-Date: Tue, 3 Mar 2026 09:15:00 +0100\r\n"
      "X-Queue: 17\r\n"
      "\r\n"
      "Original-Recipient: rfc822;team@example.net\r\n"
      "Final-Recipient: rfc822; bob@example.com\r\n"
      "Action: failed (at last)\r\n"
      "Status: 5.1.1 (bad destination)\r\n"
      "Remote-MTA: dns; mx.example.com\r\n"
      "Diagnostic-Code: smtp; 550-5.1.1 nobody\r\n"
      "    550 5.1.1 here\r\n"
      "Last-Attempt-Date: Tue, 3 Mar 2026 09:15:01 +0100\r\n"
      "Final-Log-ID: 4711\r\n"
      "Will-Retry-Until: Sun, 8 Mar 2026 09:15:00 +0100\r\n"
      "X-Note: one\r\n"
      "X-Note: two\r\n";
  const auto report = parse_status_fields(text, Limits());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->machine_readable);
  const PerMessageFields& m = report->message;
  EXPECT_EQ(m.original_envelope_id, "ENV+20");
  EXPECT_EQ(m.reporting_mta->value, "mail.example.net");
  EXPECT_EQ(m.dsn_gateway->value, "gate.example.net");
  EXPECT_EQ(m.received_from_mta->type, "dns");
  EXPECT_EQ(m.received_from_mta->value, "laptop.example.net");
  EXPECT_EQ(m.arrival_date, "Tue, 3 Mar 2026 09:15:00 +0100");
  ASSERT_EQ(m.other.size(), 1U);
  EXPECT_EQ(m.other[0].name + "=" + m.other[0].value, "X-Queue=17");
  ASSERT_EQ(report->recipients.size(), 1U);
  const PerRecipientFields& r = report->recipients[0];
  EXPECT_EQ(summary(*report),
            "team@example.net>bob@example.com failed 5.1.1 smtp;550-5.1.1 nobody 550 5.1.1 here\n");
  EXPECT_EQ(r.action_text, "failed (at last)");
  EXPECT_EQ(r.remote_mta->value, "mx.example.com");
  EXPECT_EQ(r.last_attempt_date, "Tue, 3 Mar 2026 09:15:01 +0100");
  EXPECT_EQ(r.final_log_id, "4711");
  EXPECT_EQ(r.will_retry_until, "Sun, 8 Mar 2026 09:15:00 +0100");
  ASSERT_EQ(r.other.size(), 2U);
  EXPECT_EQ(r.other[0].value + r.other[1].value, "onetwo");
}

TEST(StatusFields, OddGroups) {
  struct Case {
    const char* label;
    const char* text;
    const char* recipients;
  };
  const Case cases[] = {
      {"one field", "Final-Recipient: rfc822; a@x.test", ">a@x.test unknown -\n"},
      {"no per-message group", "Final-Recipient: rfc822;a@x.test\nAction: failed\n",
       ">a@x.test failed -\n"},
      {"blank lines in front, between and none at the end",
       "\n\n\nReporting-MTA: dns; m.test\n\n\n\nFinal-Recipient: rfc822;a@x.test\nStatus: 5.1.1"
       "\n\n\n\n\nFinal-Recipient: rfc822;b@x.test\nStatus: 5.2.2",
       ">a@x.test unknown 5.1.1\n>b@x.test unknown 5.2.2\n"},
      {"blank lines with blanks in them",
       "Reporting-MTA: dns; m.test\n \t\nFinal-Recipient: rfc822;a@x.test\n  \n"
       "Final-Recipient: rfc822;b@x.test\n",
       ">a@x.test unknown -\n>b@x.test unknown -\n"},
      {"blank line inside a recipient",
       "Final-Recipient: rfc822;a@x.test\n\nAction: failed\nStatus: 5.1.1\n\nDiagnostic-Code: "
       "smtp; 550 no\n",
       ">a@x.test failed 5.1.1 smtp;550 no\n"},
      {"no blank line between recipients",
       "Reporting-MTA: dns; m.test\nFinal-Recipient: rfc822;a@x.test\nAction: failed\n"
       "Final-Recipient: rfc822;b@x.test\nAction: delayed\n",
       ">a@x.test failed -\n>b@x.test delayed -\n"},
      {"the same, original first",
       "Original-Recipient: rfc822;o@x.test\nFinal-Recipient: rfc822;a@x.test\nAction: failed\n"
       "Original-Recipient: rfc822;p@x.test\nFinal-Recipient: rfc822;b@x.test\nAction: failed\n",
       "o@x.test>a@x.test failed -\np@x.test>b@x.test failed -\n"},
      {"per-message group last",
       "Final-Recipient: rfc822;a@x.test\nAction: failed\n\nReporting-MTA: dns; m.test\n",
       ">a@x.test failed -\n"},
      {"original recipient alone", "Original-Recipient: rfc822;o@x.test\nAction: failed\n",
       "o@x.test> failed -\n"},
      {"a group of no recipient is left out",
       "Action: failed\nStatus: 5.0.0\n\nFinal-Recipient: rfc822;a@x.test\nAction: delayed\n",
       ">a@x.test delayed -\n"},
      {"no colon at all continues the field before",
       "Final-Recipient: rfc822;a@x.test\nDiagnostic-Code: smtp; 550 5.1.1 it\nstands at column 0\n"
       "https://x.test/help\nAction: failed\n",
       ">a@x.test failed - smtp;550 5.1.1 it stands at column 0 https://x.test/help\n"},
      {"blank before the colon, none behind", "Final-Recipient :rfc822;a@x.test\naction:FAILED\n",
       ">a@x.test failed -\n"},
      {"blank line of blanks inside a folded field",
       "Final-Recipient: rfc822;a@x.test\nDiagnostic-Code: smtp; 550-5.1.1 a\n  \n  550 5.1.1 b\n",
       ">a@x.test unknown - smtp;550-5.1.1 a 550 5.1.1 b\n"},
      {"empty values count as missing",
       "Final-Recipient: rfc822;a@x.test\nStatus:   \nDiagnostic-Code: smtp;\nAction:\n",
       ">a@x.test unknown -\n"},
      {"the first of two wins",
       "Final-Recipient: rfc822;a@x.test\nDiagnostic-Code: smtp; 550 a\nDiagnostic-Code: X-M; b\n",
       ">a@x.test unknown - smtp;550 a\n"},
      {"words before the first field", "Here is the report\nFinal-Recipient: rfc822;a@x.test\n",
       ">a@x.test unknown -\n"},
  };
  for (const Case& c : cases) {
    for (const bool crlf : {false, true}) {
      std::string text;
      for (const char* p = c.text; *p != '\0'; ++p) {
        if (*p == '\n' && crlf) text += '\r';
        text += *p;
      }
      const auto report = parse_status_fields(text, Limits());
      ASSERT_TRUE(report) << c.label << ": " << report.error().message;
      EXPECT_EQ(summary(*report), c.recipients) << c.label << (crlf ? ", CRLF" : ", LF");
    }
  }
}

// What is set already is not copied for each of them.
TEST(StatusFields, ManyGroupsBehindALongRecipient) {
  const std::string words(60000, 'x');
  std::string text =
      "Reporting-MTA: dns; m.test\n\nFinal-Recipient: rfc822;a@x.test\n"
      "Diagnostic-Code: smtp; " +
      words + "\n\nAction: failed\n";
  for (int i = 0; i < 4000; ++i) text += "\nStatus:\n";
  const auto report = parse_status_fields(text + "\nStatus: 5.1.1\n", Limits());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(summary(*report), ">a@x.test failed 5.1.1 smtp;" + words + "\n");
}

TEST(StatusFields, StrangersBytesBecomeCleanText) {
  const std::string before = "Final-Recipient: rfc822;a@x.test\nDiagnostic-Code: X-Notes; ";
  struct Case {
    const char* label;
    std::string bytes;
    const char* value;
  };
  const Case cases[] = {
      {"UTF-8", "Empf\u00e4nger unbekannt", "Empf\u00e4nger unbekannt"},
      {"Latin-1", "Empf\xE4nger unbekannt", "Empf\u00e4nger unbekannt"},
      {"NUL inside", std::string("a\0b", 3), "a b"},
      {"escape sequences and bells", "\x1B[31mred\x07", "[31mred"},
      {"bare CR", "a\rb", "a b"},
      {"Shift_JIS with control bytes", "\x10\x93]\x91\x97", "]"},
  };
  for (const Case& c : cases) {
    const auto report = parse_status_fields(before + c.bytes + "\n", Limits());
    ASSERT_TRUE(report) << c.label;
    const std::string& value = report->recipients[0].diagnostic_code->value;
    EXPECT_EQ(value, c.value) << c.label;
    EXPECT_TRUE(is_utf8(value)) << c.label;
  }
}

TEST(StatusFields, Failures) {
  const auto nobody =
      parse_status_fields("Reporting-MTA: dns; m.test\n\nAction: failed\n", Limits());
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().message, "no group of the status part names a recipient");
  EXPECT_FALSE(parse_status_fields("", Limits()));

  Limits few;
  few.recipients = 2;
  const std::string group = "Final-Recipient: rfc822;a@x.test\n\n";
  EXPECT_TRUE(parse_status_fields(group + group, few));
  const auto many = parse_status_fields(group + group + group, few);
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().message, "the status part names too many recipients");

  few = Limits();
  few.report_bytes = 100;
  const auto large = parse_status_fields(group + std::string(100, '\n'), few);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().message, "the status part is too large");

  few = Limits();
  few.header_fields = 3;
  const auto fields =
      parse_status_fields(group.substr(0, group.size() - 1) + "A: 1\nB: 2\nC: 3\n", few);
  ASSERT_FALSE(fields);
  EXPECT_EQ(fields.error().message, "the status part has too many fields");

  few.recipients = 1;
  std::string spread = "Final-Recipient: rfc822;a@x.test\n\n";
  for (int i = 0; i < 9; ++i) spread += "A: 1\nB: 2\nC: 3\n\n";
  const auto in_all = parse_status_fields(spread, few);
  ASSERT_FALSE(in_all);
  EXPECT_EQ(in_all.error().message, "the status part has too many fields");
}

TEST(StatusFields, LongDiagnosticIsCutAtACharacter) {
  Limits limits;
  limits.reply_bytes = 10;
  const auto report = parse_status_fields(
      "Final-Recipient: a@x.test\nDiagnostic-Code: 12345678\u00e4\u00e4\n", limits);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->recipients[0].diagnostic_code->value, "12345678\u00e4");
}

}  // namespace
}  // namespace plainbounce
