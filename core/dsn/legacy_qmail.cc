#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_text.h"
#include "core/dsn/original_headers.h"

namespace plainbounce {

namespace {

constexpr std::string_view kFirstWords = "Hi. This is the ";
constexpr std::string_view kReplyWords = "Remote host said: ";

size_t first_text_line(const LegacyMessage& message) {
  size_t line = 0;
  while (line < message.lines.size() && trim(message.lines[line]).empty()) ++line;
  return line;
}

// Words put into a language that nobody here knows: the mark of the copy stays, and above it a line
// such as "<bob@example.org>:".
bool has_marks_alone(const LegacyMessage& message) {
  if (tells_of_failure(message.notice().said)) return false;
  constexpr std::string_view kCopy = "--- Below this line is a copy of ";
  const std::vector<std::string_view>& lines = message.lines;
  const auto copy = std::find_if(lines.begin(), lines.end(), [=](std::string_view line) {
    return trim(line).starts_with(kCopy);
  });
  return copy != lines.end() && std::any_of(lines.begin(), copy, [](std::string_view whole_line) {
           const std::string_view line = trim(whole_line);
           return line.starts_with('<') && line.ends_with(">:") && !bare_address(line).empty();
         });
}

bool recognises(const LegacyMessage& message) {
  const size_t line = first_text_line(message);
  if (line == message.lines.size() || !is_from_mail_system(message.header)) return false;
  if (has_marks_alone(message)) return true;
  const std::string_view first = message.lines[line];
  return first.substr(0, kFirstWords.size()) == kFirstWords &&
         first.find("qmail") != std::string_view::npos;
}

// The block about one recipient: what the server said, else qmail's own words.
void read_block(const std::vector<std::string_view>& block, PerRecipientFields& recipient) {
  std::string own_words;
  std::string reply;
  for (const std::string_view line : block) {
    const bool begins = line.substr(0, kReplyWords.size()) == kReplyWords;
    if (line.substr(0, 10) == "Giving up ") break;
    if (begins || !reply.empty()) {
      if (!reply.empty()) reply += ' ';
      reply += trim(begins ? line.substr(kReplyWords.size()) : line);
    } else {
      if (!own_words.empty()) own_words += ' ';
      own_words += trim(line);
    }
  }
  if (reply.empty()) {
    if (!own_words.empty()) recipient.diagnostic_code = TypedValue{"x-qmail", own_words};
    return;
  }
  recipient.diagnostic_code = TypedValue{"smtp", reply};
  // "192.0.2.1 does not like recipient.", "Connected to 192.0.2.1 but sender was rejected."
  std::string_view host = own_words;
  constexpr std::string_view kConnected = "Connected to ";
  if (host.substr(0, kConnected.size()) == kConnected) host.remove_prefix(kConnected.size());
  host = host.substr(0, host.find(' '));
  if (host.find('.') != std::string_view::npos) {
    recipient.remote_mta = TypedValue{"dns", std::string(host)};
  }
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  const std::vector<std::string_view>& lines = message.lines;
  size_t copy = first_text_line(message);
  while (copy < lines.size() && !trim(lines[copy]).starts_with("--- ")) ++copy;
  report.notice = message.before_line(copy);
  if (copy < lines.size()) {
    report.original = read_original_headers(message.from_line(copy + 1), limits);
  }
  for (size_t i = 0; i < copy && report.recipients.size() < limits.recipients; ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.empty() || line.front() != '<' || line.back() != ':') continue;
    const std::string address = bare_address(line);
    if (address.empty()) continue;
    std::vector<std::string_view> block;
    while (i + 1 < copy && !trim(lines[i + 1]).empty()) block.push_back(lines[++i]);
    report.recipients.push_back(legacy_recipient(address, Action::kFailed));
    read_block(block, report.recipients.back());
  }
  return report;
}

}  // namespace

const LegacyFormat kQmailFormat = {"qmail", true, recognises, read};

}  // namespace plainbounce
