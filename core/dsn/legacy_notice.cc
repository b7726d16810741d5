#include <algorithm>
#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_recipients.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/quoted_reply.h"
#include "core/mime/addresses.h"
#include "core/mime/encoded_word.h"

namespace plainbounce {

namespace {

constexpr size_t kLookedAt = 8U << 10U;  // bytes in which a notice says what it is
constexpr size_t kMostWords = 2U << 10U;

size_t first_line_of_copy(const LegacyMessage& message) {
  size_t line = 0;
  while (line < message.lines.size() && !begins_returned_message(message.lines[line])) ++line;
  return line;
}

// ">": somebody's answer to a bounce quotes it. ">>>" is a mark of one gateway.
bool is_quoted(std::string_view line) {
  line = trim(line);
  return line.substr(0, 1) == ">" && line.substr(0, 3) != ">>>";
}

std::string subject_of(const LegacyMessage& message) {
  return decode_encoded_words(message.header.value("Subject").value_or(""));
}

// A service that takes no answers and hands a message back.
bool is_from_returning_service(const LegacyMessage& message) {
  const std::string from = message.header.value("From").value_or("");
  return message.returned_part && (find_ignoring_case(from, "no-reply@") != std::string::npos ||
                                   find_ignoring_case(from, "noreply@") != std::string::npos);
}

bool recognises(const LegacyMessage& message) {
  const bool system = is_from_mail_system(message.header);
  if (!system && !is_failure_subject(subject_of(message)) && !is_from_returning_service(message)) {
    return false;
  }
  if (system && message.header.find("X-Failed-Recipients") != nullptr) return true;
  std::string said;
  const size_t copy = first_line_of_copy(message);
  for (size_t i = 0; i < copy && said.size() < kLookedAt; ++i) {
    if (is_quoted(message.lines[i])) continue;
    said += message.lines[i];
    said += '\n';
  }
  return tells_of_failure(said);
}

// "because:", "Technical details of permanent failure:": says that the words come below.
bool is_heading(std::string_view line) {
  constexpr size_t kLongest = 60;
  return line.size() <= kLongest && line.ends_with(':');
}

// The first paragraph that says something; `all`: the others, too.
std::string first_words(std::string_view text, bool all) {
  std::string out;
  while (!text.empty() && out.size() < kMostWords) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() && !out.empty() && !all) break;
    if (line.empty() || (out.empty() && is_heading(line))) continue;
    if (!out.empty()) out += ' ';
    out += line;
  }
  return out;
}

void read_reason(std::string_view text, bool all, PerRecipientFields& recipient) {
  if (const auto reply = find_quoted_reply(text)) {
    recipient.diagnostic_code = TypedValue{"smtp", reply->text};
    if (!reply->host.empty()) recipient.remote_mta = TypedValue{"dns", reply->host};
    return;
  }
  const std::string words = first_words(text, all);
  if (!words.empty()) recipient.diagnostic_code = TypedValue{"x-notice", words};
}

// The recipients that the header names (Exim, Gmail), with what the text says about each.
std::vector<NoticeRecipient> failed_recipients(const LegacyMessage& message,
                                               std::vector<NoticeRecipient> found, size_t most) {
  std::vector<NoticeRecipient> failed;
  for (std::string& address :
       addresses_in(message.header.value("X-Failed-Recipients").value_or(""))) {
    if (failed.size() >= most) break;
    const auto about = std::find_if(found.begin(), found.end(), [&](const NoticeRecipient& one) {
      return equals_ignoring_case(one.address, address);
    });
    failed.push_back({std::move(address), about == found.end() ? "" : about->text});
  }
  return failed.empty() ? std::move(found) : failed;
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  const size_t copy = first_line_of_copy(message);
  report.notice = message.before_line(copy);
  if (copy < message.lines.size()) {
    report.original = read_original_headers(message.from_line(copy), limits);
    if (!report.original) {
      report.original = read_original_headers(message.from_line(copy + 1), limits);
    }
  }
  std::vector<std::string_view> lines;
  for (size_t i = 0; i < copy; ++i) {
    if (!is_quoted(message.lines[i])) lines.push_back(message.lines[i]);
  }
  auto recipients = failed_recipients(message, find_notice_recipients(lines, limits.recipients),
                                      limits.recipients);
  // Nobody is named: the one whom the returned message went to.
  if (recipients.empty()) recipients.emplace_back();
  const bool delayed = tells_of_delay(report.notice.substr(0, kLookedAt));
  for (const NoticeRecipient& one : recipients) {
    report.recipients.push_back(
        legacy_recipient(one.address, delayed ? Action::kDelayed : Action::kFailed));
    const bool silent = trim(one.text).empty();
    read_reason(silent ? std::string_view(report.notice) : one.text, silent,
                report.recipients.back());
  }
  return report;
}

}  // namespace

const LegacyFormat kNoticeFormat = {"a mail system's notice", true, recognises, read};

}  // namespace plainbounce
