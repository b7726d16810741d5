#include "core/reply/code_pattern.h"

#include <array>
#include <optional>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

// The numbers of "5.7.X"; -1 stands for X.
using Numbers = std::array<int, 3>;
constexpr int kAny = -1;

std::optional<int> number(std::string_view text) {
  if (text == "X" || text == "x") return kAny;
  const bool leading_zero = text.size() > 1 && text[0] == '0';
  if (text.empty() || text.size() > 3 || leading_zero) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::optional<Numbers> enhanced_pattern(std::string_view text) {
  Numbers numbers = {};
  for (size_t i = 0; i < numbers.size(); ++i) {
    const bool is_last = i + 1 == numbers.size();
    const size_t dot = text.find('.');
    if ((dot == std::string_view::npos) != is_last) return std::nullopt;
    const auto value = number(text.substr(0, dot));
    if (!value) return std::nullopt;
    numbers[i] = *value;
    if (!is_last) text.remove_prefix(dot + 1);
  }
  const bool is_failure = numbers[0] == kAny || numbers[0] == 4 || numbers[0] == 5;
  return is_failure ? std::optional(numbers) : std::nullopt;
}

std::optional<ReplyCode> failure_code(std::string_view text) {
  const auto code = ReplyCode::parse(text);
  return code && code->first_digit() >= 4 ? code : std::nullopt;
}

}  // namespace

bool is_code_pattern(std::string_view pattern) {
  return failure_code(pattern) || enhanced_pattern(pattern);
}

bool names_code(std::string_view pattern, const ReplyPrefix& prefix) {
  if (const auto code = failure_code(pattern)) return *code == prefix.code;
  const auto wanted = enhanced_pattern(pattern);
  if (!wanted || !prefix.enhanced) return false;
  const Numbers there = {prefix.enhanced->class_digit(), prefix.enhanced->subject(),
                         prefix.enhanced->detail()};
  for (size_t i = 0; i < there.size(); ++i) {
    if ((*wanted)[i] != kAny && (*wanted)[i] != there[i]) return false;
  }
  return true;
}

}  // namespace plainbounce
