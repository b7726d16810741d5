#include "core/smtp/enhanced_status_code.h"

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

constexpr int kMaxNumber = 999;

// Up to three digits at `at`, moved behind them; nothing for a leading zero.
std::optional<int> take_number(std::string_view text, size_t& at) {
  const size_t begin = at;
  int value = 0;
  while (at < text.size() && at < begin + 3 && is_digit(text[at])) {
    value = value * 10 + (text[at++] - '0');
  }
  if (at == begin || (text[begin] == '0' && at > begin + 1)) return std::nullopt;
  return value;
}

// The code written at `at`, whatever stands around it.
std::optional<EnhancedStatusCode> code_at(std::string_view text, size_t at, size_t& end) {
  const auto class_digit = take_number(text, at);
  if (!class_digit || at >= text.size() || text[at++] != '.') return std::nullopt;
  const auto subject = take_number(text, at);
  if (!subject || at >= text.size() || text[at++] != '.') return std::nullopt;
  const auto detail = take_number(text, at);
  if (!detail) return std::nullopt;
  end = at;
  return EnhancedStatusCode::from(*class_digit, *subject, *detail);
}

// "version 5.1.2" is no code.
bool follows_version_word(std::string_view before) {
  constexpr size_t kLooked = 24;
  if (before.size() > kLooked) before.remove_prefix(before.size() - kLooked);
  before = trim(before);
  for (const std::string_view word : {"version", "ver", "ver.", "v", "release"}) {
    if (!ends_with_ignoring_case(before, word)) continue;
    const size_t left = before.size() - word.size();
    if (left == 0 || !is_alpha(before[left - 1])) return true;
  }
  return false;
}

// "550.5.2.241": some servers write a dot behind the reply code. An IPv4 address cannot begin so.
bool follows_reply_code_and_dot(std::string_view before) {
  if (before.size() < 4 || before.back() != '.') return false;
  const std::string_view digits = before.substr(before.size() - 4, 3);
  if (digits[0] != '4' && digits[0] != '5') return false;
  if (!is_digit(digits[1]) || !is_digit(digits[2])) return false;
  const bool touched = before.size() > 4 &&
                       (is_digit(before[before.size() - 5]) || before[before.size() - 5] == '.');
  return !touched;
}

bool may_follow(std::string_view before) {
  if (before.empty()) return true;
  constexpr std::string_view kBefore = " \t\r\n(<[{#:;,='\"|>";
  const char last = before.back();
  if (last == '.') return follows_reply_code_and_dot(before);
  if (last == '-') return before.size() < 2 || is_digit(before[before.size() - 2]);
  if (kBefore.find(last) == std::string_view::npos) return false;
  // "[#4.16.1]" is a provider's own number.
  if (last == '#' && before.size() > 1 && before[before.size() - 2] == '[') return false;
  return !is_blank(last) || !follows_version_word(before);
}

bool may_precede(std::string_view behind) {
  if (behind.empty()) return true;
  constexpr std::string_view kTouching = "._~@/+%";
  const char next = behind.front();
  if (is_digit(next) || is_alpha(next)) return false;
  if (next == '-') return behind.size() < 2 || !(is_alpha(behind[1]) || is_digit(behind[1]));
  return kTouching.find(next) == std::string_view::npos;
}

}  // namespace

std::optional<EnhancedStatusCode> EnhancedStatusCode::from(int class_digit, int subject,
                                                           int detail) {
  const bool known_class = class_digit == 2 || class_digit == 4 || class_digit == 5;
  const auto in_range = [](int number) { return number >= 0 && number <= kMaxNumber; };
  if (!known_class || !in_range(subject) || !in_range(detail)) return std::nullopt;
  return EnhancedStatusCode(class_digit, subject, detail);
}

std::optional<EnhancedStatusCode> EnhancedStatusCode::parse(std::string_view text) {
  size_t end = 0;
  const auto code = code_at(text, 0, end);
  if (!code || end != text.size()) return std::nullopt;
  return code;
}

std::optional<EnhancedStatusCode> EnhancedStatusCode::find(std::string_view text, size_t* end) {
  for (size_t dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
    if (dot == 0) continue;
    const size_t begin = dot - 1;
    size_t code_end = 0;
    const auto code = code_at(text, begin, code_end);
    // A subject of three digits stands in no code that is in use, but in "5.242.880 bytes".
    if (!code || code->subject() > 99) continue;
    if (!may_follow(text.substr(0, begin)) || !may_precede(text.substr(code_end))) continue;
    if (end != nullptr) *end = code_end;
    return code;
  }
  return std::nullopt;
}

std::string EnhancedStatusCode::to_string() const {
  return std::to_string(class_digit_).append(family(), 1);
}

std::string EnhancedStatusCode::family() const {
  std::string code = "X.";
  return code.append(std::to_string(subject_)).append(".").append(std::to_string(detail_));
}

}  // namespace plainbounce
