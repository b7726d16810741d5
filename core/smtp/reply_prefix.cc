#include "core/smtp/reply_prefix.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

constexpr size_t kCodeSize = 3;

// Offset behind the characters of that kind at `at`.
size_t skip(std::string_view text, size_t at, std::string_view characters) {
  const auto is_one = [&](char c) {
    return std::any_of(characters.begin(), characters.end(), [&](char one) { return one == c; });
  };
  while (at < text.size() && is_one(text[at])) ++at;
  return at;
}

bool separates(char c) {
  constexpr std::string_view kSeparators = " \t-#:=";
  return kSeparators.find(c) != std::string_view::npos;
}

}  // namespace

std::optional<EnhancedStatusCode> leading_enhanced_code(std::string_view text, size_t& end) {
  const size_t begin = skip(text, 0, " \t#('\"<[");
  // "[#4.16.1]" is a provider's own number.
  if (text.substr(0, begin).find("[#") != std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(begin);
  const size_t digits_end = skip(rest, 0, "0123456789.");
  std::string_view written = rest.substr(0, digits_end);
  if (!written.empty() && written.back() == '.') written.remove_suffix(1);
  const auto code = EnhancedStatusCode::parse(written);
  if (!code) return std::nullopt;
  const size_t behind = begin + digits_end;
  if (behind < text.size() && (is_alpha(text[behind]) || text[behind] == '@')) {
    return std::nullopt;
  }
  end = skip(text, skip(text, behind, ")'\"]>:="), " \t");
  if (text.substr(end, 2) == "- ") end = skip(text, end + 2, " \t");
  return code;
}

std::optional<ReplyPrefix> reply_prefix(std::string_view text) {
  const auto code = ReplyCode::parse(text.substr(0, kCodeSize));
  if (!code) return std::nullopt;
  ReplyPrefix prefix{*code, false, std::nullopt, kCodeSize};
  if (text.size() == kCodeSize) {
    if (code->first_digit() == 2) return std::nullopt;
    return prefix;
  }
  const char next = text[kCodeSize];
  if (!separates(next) && next != '.') return std::nullopt;
  prefix.more_follow = next == '-';
  size_t begin = kCodeSize;
  if (next == '.' || next == '-' || next == '=') ++begin;
  size_t end = 0;
  prefix.enhanced = leading_enhanced_code(text.substr(begin), end);
  if (next == '.' && !prefix.enhanced) return std::nullopt;
  prefix.size = prefix.enhanced ? begin + end : skip(text, begin, " \t:");
  return prefix;
}

std::string_view without_report_marks(std::string_view text) {
  const std::string_view marked = text.substr(skip(text, 0, "#<>\"' \t\n"));
  return reply_prefix(marked) ? marked : text;
}

}  // namespace plainbounce
