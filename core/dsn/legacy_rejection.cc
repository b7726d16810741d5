#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_reason.h"
#include "core/dsn/notice_text.h"
#include "core/dsn/other_automata.h"
#include "core/mime/encoded_word.h"

namespace plainbounce {

namespace {

bool recognises(const LegacyMessage& message) { return says_rejected(message.header); }

// The recipient in the receipt's fields (RFC 8098 section 3.2), which are written as those of a
// delivery report.
PerRecipientFields recipient_of_receipt(const LegacyMessage& message, const Limits& limits) {
  auto fields = parse_status_fields(message.receipt, limits);
  PerRecipientFields recipient = legacy_recipient("", Action::kFailed);
  if (!fields) return recipient;
  recipient.original_recipient = std::move(fields->recipients.front().original_recipient);
  recipient.final_recipient = std::move(fields->recipients.front().final_recipient);
  if (!recipient.final_recipient) recipient.final_recipient = recipient.original_recipient;
  return recipient;
}

// "Your message to <bob@example.org> was automatically rejected:"; below it stand the words of the
// one who rejects, and whom these name is anybody.
size_t line_of_rejection(const std::vector<std::string_view>& lines) {
  const auto found = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return trim(line).ends_with(':') && tells_of_failure(line);
  });
  return static_cast<size_t>(found - lines.begin());
}

std::string only_address_in(std::string_view line) {
  constexpr std::string_view kDividers = " ,;";
  std::string only;
  while (!line.empty()) {
    const size_t end = std::min(line.find_first_of(kDividers), line.size());
    const std::string address = bare_address(line.substr(0, end));
    if (!address.empty() && !only.empty()) return {};
    if (!address.empty()) only = address;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return only;
}

// The first paragraph from that line on, as one line: whoever rejects writes what he likes.
std::string paragraph_from(const std::vector<std::string_view>& lines, size_t from) {
  std::string out;
  for (size_t i = from; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.empty() && !out.empty()) break;
    if (!out.empty()) out += ' ';
    out += line;
  }
  return out;
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  const NoticeText& text = message.notice();
  report.notice = message.text;
  PerRecipientFields recipient = recipient_of_receipt(message, limits);
  const size_t line = line_of_rejection(text.lines);
  const bool says = line < text.lines.size();
  NoticeRecipient about;
  if (says) {
    const auto behind = text.lines.begin() + static_cast<std::ptrdiff_t>(line + 1);
    about.sentence = paragraph_from({text.lines.begin(), behind}, 0);
  }
  about.text = paragraph_from(text.lines, says ? line + 1 : 0);
  // It is no heading.
  if (about.text.ends_with(':')) about.text.pop_back();
  if (!recipient.final_recipient) {
    // Without a receipt an answer of somebody who is away may say so, too.
    if (tells_of_absence(text.said)) return report;
    const std::string address = only_address_in(about.sentence);
    if (!address.empty()) recipient.final_recipient = TypedValue{"rfc822", address};
  }
  read_notice_reason(about, "", decode_encoded_words(message.header.value("Subject").value_or("")),
                     recipient);
  report.recipients.push_back(std::move(recipient));
  return report;
}

}  // namespace

// A mailbox refuses what the mail system had accepted, and says so in a receipt (RFC 8098):
// Dovecot's quota, Sieve's reject (RFC 5429).
const LegacyFormat kRejectionFormat = {"a mailbox's rejection", true, recognises, read};

}  // namespace plainbounce
