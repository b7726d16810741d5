#include <algorithm>
#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_recipients.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/other_automata.h"
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
  if (line.substr(0, 1) != ">" || line.substr(0, 3) == ">>>") return false;
  // MDaemon puts the mark before the address that failed.
  return bare_address(line.substr(1)).empty() || line.ends_with(':');
}

std::string subject_of(const LegacyMessage& message) {
  return decode_encoded_words(message.header.value("Subject").value_or(""));
}

std::vector<std::string_view> said_lines(const LegacyMessage& message, size_t copy) {
  std::vector<std::string_view> lines;
  for (size_t i = 0; i < copy; ++i) {
    if (!is_quoted(message.lines[i])) lines.push_back(message.lines[i]);
  }
  return lines;
}

std::string joined(const std::vector<std::string_view>& lines) {
  std::string out;
  for (size_t i = 0; i < lines.size() && out.size() < kLookedAt; ++i) {
    out += lines[i];
    out += '\n';
  }
  return out;
}

// A service that takes no answers and hands a message back.
bool is_from_returning_service(const LegacyMessage& message) {
  const std::string from = message.header.value("From").value_or("");
  return message.returned_part && (find_ignoring_case(from, "no-reply@") != std::string::npos ||
                                   find_ignoring_case(from, "noreply@") != std::string::npos);
}

bool recognises(const LegacyMessage& message) {
  if (has_auto_reply_subject(message.header)) return false;
  const bool system = is_from_mail_system(message.header);
  if (!system && !is_failure_subject(subject_of(message)) && !is_from_returning_service(message)) {
    return false;
  }
  if (system && message.header.find("X-Failed-Recipients") != nullptr) return true;
  const std::string said = joined(said_lines(message, first_line_of_copy(message)));
  // Words of a reply count only where a mail system surely speaks.
  const bool signed_by_system = system && message.header.find("From") != nullptr;
  return tells_of_failure(said) || (signed_by_system && tells_of_unknown_user(said));
}

// "because:", "Technical details of permanent failure:": says that the words come below.
bool is_heading(std::string_view line) {
  constexpr size_t kLongest = 60;
  return line.size() <= kLongest && line.ends_with(':');
}

// Whom to ask is no reason.
bool is_courtesy(std::string_view line) {
  for (const std::string_view start : {"please reply to", "please contact", "please do not reply",
                                       "if you feel this", "for further assistance"}) {
    if (starts_with_ignoring_case(line, start)) return true;
  }
  return false;
}

// "------", "---- Failure Reasons ----", "=====", and a line that only says that more attempts
// follow.
bool says_nothing(std::string_view line) {
  const bool has_words = std::any_of(line.begin(), line.end(), [](char c) {
    return is_alpha(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  const bool titled = (line.substr(0, 3) == "---" && line.ends_with("---")) ||
                      (line.substr(0, 3) == "***" && line.ends_with("***"));
  return !has_words || titled || tells_of_delay(line) || is_courtesy(line);
}

// The first paragraph that says something; `all`: the others, too.
std::string first_words(std::string_view text, bool all) {
  std::string out;
  while (!text.empty() && out.size() < kMostWords) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() && !out.empty() && !all) break;
    if (says_nothing(line) || (out.empty() && is_heading(line))) continue;
    if (!out.empty()) out += ' ';
    out += line;
  }
  return out;
}

// Zoho: "ERROR_CODE :550, ERROR_CODE :5.1.1 <bob@example.org>... User unknown".
std::string without_code_labels(std::string_view text) {
  constexpr std::string_view kLabel = "ERROR_CODE :";
  std::string out(text);
  for (size_t at = out.find(kLabel); at != std::string::npos; at = out.find(kLabel, at)) {
    if (at >= 2 && out[at - 2] == ',') out.erase(at - 2, 1);
    out.erase(out.find(kLabel), kLabel.size());
  }
  return out;
}

bool read_reply(std::string_view text, PerRecipientFields& recipient) {
  const auto reply = find_quoted_reply(without_code_labels(text));
  if (!reply) return false;
  recipient.diagnostic_code = TypedValue{"smtp", reply->text};
  if (!reply->host.empty()) recipient.remote_mta = TypedValue{"dns", reply->host};
  return true;
}

// " User unknown" of "Returned mail: User unknown".
std::string_view reason_in_subject(std::string_view subject) {
  for (const std::string_view start : {"Returned mail:", "Delivery failure:"}) {
    if (starts_with_ignoring_case(subject, start)) return subject.substr(start.size());
  }
  return {};
}

// What was said about the recipient: a reply, wherever it stands, before words. `notice`: all that
// is said, where it is about this recipient alone; else empty.
void read_reason(const NoticeRecipient& about, std::string_view notice, const std::string& subject,
                 PerRecipientFields& recipient) {
  if (read_reply(about.sentence + '\n' + about.text, recipient)) return;
  if (read_reply(notice, recipient)) return;
  std::string words = first_words(about.text, false);
  if (words.empty()) words = first_words(about.sentence, false);
  if (words.empty() && !notice.empty()) {
    words = first_words(notice, true) + std::string(reason_in_subject(subject));
  }
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
    NoticeRecipient one;
    if (about != found.end()) one = *about;
    one.address = std::move(address);
    failed.push_back(std::move(one));
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
  const std::vector<std::string_view> lines = said_lines(message, copy);
  const std::string said = joined(lines);
  auto recipients = failed_recipients(message, find_notice_recipients(lines, limits.recipients),
                                      limits.recipients);
  // Nobody is named: the one whom the returned message went to.
  if (recipients.empty()) recipients.emplace_back();
  const bool delayed = tells_of_delay(said);
  for (const NoticeRecipient& one : recipients) {
    report.recipients.push_back(
        legacy_recipient(one.address, delayed ? Action::kDelayed : Action::kFailed));
    read_reason(one, recipients.size() == 1 ? said : std::string(), subject_of(message),
                report.recipients.back());
  }
  return report;
}

}  // namespace

const LegacyFormat kNoticeFormat = {"a mail system's notice", true, recognises, read};

}  // namespace plainbounce
