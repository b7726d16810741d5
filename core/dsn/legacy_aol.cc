#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

constexpr std::string_view kWords =
    "to the following recipients could not be delivered because they are not accepting mail";
constexpr std::string_view kDomain = "aol.com";

size_t line_of_words(const LegacyMessage& message) {
  size_t line = 0;
  while (line < message.lines.size() &&
         message.lines[line].find(kWords) == std::string_view::npos) {
    ++line;
  }
  return line;
}

bool recognises(const LegacyMessage& message) {
  const auto from = addresses_in(message.header.value("From").value_or(""));
  if (from.size() != 1 || !names_mail_system(from.front())) return false;
  return domain_of(from.front()) == kDomain && line_of_words(message) < message.lines.size();
}

// AOL's screen names, which are addresses below aol.com: a word on an indented line of its own.
bool is_screen_name(std::string_view line) {
  constexpr size_t kLongest = 64;
  const std::string_view word = trim(line);
  return line.size() > word.size() && is_blank(line.front()) && word.size() <= kLongest &&
         std::all_of(word.begin(), word.end(),
                     [](char c) { return is_alpha(c) || is_digit(c) || c == '.' || c == '_'; });
}

// The lines below that one, up to an empty one; nothing where one of them is no name.
std::vector<std::string_view> screen_names_below(const LegacyMessage& message, size_t line) {
  std::vector<std::string_view> names;
  for (size_t i = line + 1; i < message.lines.size(); ++i) {
    if (trim(message.lines[i]).empty()) break;
    if (!is_screen_name(message.lines[i])) return {};
    names.push_back(trim(message.lines[i]));
  }
  return names;
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  report.notice = message.text;
  const size_t begin = line_of_words(message);
  const std::string_view line = trim(message.lines[begin]);
  std::string_view sentence =
      line.substr(line.find("Your mail") < line.size() ? line.find("Your mail") : 0);
  if (sentence.ends_with(':')) sentence.remove_suffix(1);
  for (const std::string_view name : screen_names_below(message, begin)) {
    if (report.recipients.size() >= limits.recipients) break;
    report.recipients.push_back(
        legacy_recipient(std::string(name) + '@' + std::string(kDomain), Action::kFailed));
    report.recipients.back().diagnostic_code = TypedValue{"x-notice", std::string(sentence)};
  }
  return report;
}

}  // namespace

const LegacyFormat kAolFormat = {"AOL", true, recognises, read};

}  // namespace plainbounce
