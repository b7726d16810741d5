// Delivery reports and legacy bounces: whatever the bytes, text that comes out is clean UTF-8, and
// the same fields read alone and within a message are the same.
#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "tests/fuzz/seed_messages.h"
#include "tests/support/files.h"
#include "tests/support/report_texts.h"

namespace plainbounce::fuzz {

namespace {

const Limits kLimits;

std::string text_of(const Result<DeliveryReport>& report) {
  if (!report) {
    demand(!report.error().message.empty(), "a failure without words");
    return "failed";
  }
  demand(!report->recipients.empty(), "a report without recipients");
  demand(report->recipients.size() <= kLimits.recipients, "more recipients than the limit");
  std::string out;
  for (const std::string& text : testing::texts_of(*report)) {
    demand(is_utf8(text), "text that is no UTF-8");
    demand(text.find_first_of(std::string_view("\0\r", 2)) == std::string::npos, "NUL or CR");
    out += text + "\n";
  }
  return out;
}

Result<DeliveryReport> read_message(const std::string& message, bool legacy) {
  const auto tree = split_message(message, kLimits);
  if (!tree) return fail(tree.error().message);
  return legacy ? parse_legacy_bounce(*tree, kLimits) : parse_delivery_report(*tree, kLimits);
}

// The fields alone, in their order.
std::string fields_of(Result<DeliveryReport> report) {
  if (!report) return text_of(report);
  report->notice.clear();
  report->original.reset();
  for (PerRecipientFields& recipient : report->recipients) recipient.notice_text.clear();
  return text_of(report);
}

void run(std::string_view input) {
  const std::string text(input);
  const auto alone = parse_status_fields(text, kLimits);
  const std::string fields = fields_of(alone);
  text_of(read_message(text, true));
  text_of(read_message(text, false));
  text_of(read_message("From: MAILER-DAEMON\r\n\r\n" + text, true));
  if (text.find('\r') != std::string::npos) return;
  demand_equal(fields, fields_of(parse_status_fields(testing::with_crlf(text), kLimits)),
               "LF and CRLF are read the same");
  if (text.find("--b/1") != std::string::npos) return;
  const auto within = read_message(report_with("", "notice\n", text), false);
  demand_equal(fields, fields_of(within), "the fields alone and in a message");
}

std::vector<Seed> seeds() {
  std::vector<Seed> seeds = {
      {"one-recipient",
       "Reporting-MTA: dns; mx.box.example\nX-Postfix-Queue-ID: 3ORIGINAL\n"
       "Arrival-Date: Mon, 30 Nov 2026 00:47:31 +0000 (UTC)\n\n"
       "Original-Recipient: rfc822;bob+2Bx@far.example\n"
       "Final-Recipient: rfc822; bob@far.example\nAction: failed (for good)\n"
       "Status: 5.1.1 (no such user)\nRemote-MTA: dns; mx.far.example\n"
       "Diagnostic-Code: smtp; 550-5.1.1 no\n    550 5.1.1 such user\n"
       "Last-Attempt-Date: Mon, 30 Nov 2026 00:47:32 +0000 (UTC)\n"
       "Final-Log-ID: 4\nWill-Retry-Until: Fri, 4 Dec 2026 00:47:31 +0000\n"},
      {"two-recipients-many-blank-lines",
       "\n\nReporting-MTA: dns; a\n\n\n\nFinal-Recipient: rfc822; b@c\nAction: delayed\n\n\n"
       "Final-Recipient: rfc822; d@e\nAction: relayed\n\n\n"},
      {"utf-8-address",
       "Reporting-MTA: dns; a\n\nFinal-Recipient: utf-8; b\\x{E4}r@far.example\n"
       "Original-Recipient: utf-8; \xC3\xA4@far.example\nAction: expanded\n"},
      {"no-blank-line-between-the-groups",
       "Reporting-MTA: dns; a\nFinal-Recipient: rfc822; b@c\nAction: failed\n"
       "Final-Recipient: rfc822; d@e\nAction: failed\nStatus: 5.0.0\n"},
      {"encoded-diagnostic",
       "Final-Recipient: rfc822; b@c\nAction: failed\n"
       "Diagnostic-Code: smtp; =?iso-2022-jp?B?GyRCJSgbKEI=?= 550\n"},
      {"mail-queue",
       "B2EB1F00AA     1234 Mon Nov  2 09:00:00  ann@y.example\n"
       "(host mx.far.example[192.0.2.7] said: 451 Later (in reply to RCPT TO command))\n"
       "      b@far.example\n\n"
       "4A28x0VE012345*     1234 Mon Nov  2 09:00 <ann@y.example>\n"
       "      8BITMIME   (Deferred: Connection timed out with mx.far.example.)\n"
       "      <d@far.example>\n"},
      {"mail-queue-as-json",
       "{\"queue_name\":\"deferred\",\"queue_id\":\"B2EB\",\"recipients\":[{\"address\":"
       "\"b@c.example\",\"delay_reason\":\"host mx.far.example[192.0.2.7] said: 451 "
       "\\u0000\"}]}\n"},
  };
  for (Seed& seed : odd_messages()) seeds.push_back(std::move(seed));
  for (Seed& seed : messages_of_the_project()) seeds.push_back(std::move(seed));
  return seeds;
}

}  // namespace

const Target kReportTarget = {"report", 8192, run, seeds, message_words};

}  // namespace plainbounce::fuzz
