#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// ASCII only, whatever the locale says; bytes above 127 are left as they are and are no letters.
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alpha(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_space(char c) { return is_blank(c) || c == '\r' || c == '\n'; }
constexpr bool is_printable(char c) { return c >= ' ' && c <= '~'; }

std::string to_lower(std::string_view text);
constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}
constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}
bool ends_with_ignoring_case(std::string_view text, std::string_view suffix);
// Offset of the first occurrence at or after `from`, or npos.
size_t find_ignoring_case(std::string_view text, std::string_view needle, size_t from = 0);
// Without blanks and line ends at both ends.
std::string_view trim(std::string_view text);
bool is_ascii(std::string_view text);
// How many printable characters and blanks (0x20 to 0x7E) stand at the front.
size_t printable_size(std::string_view text);
// The same without blanks (0x21 to 0x7E).
size_t visible_size(std::string_view text);
// True when single blanks divide the words, nothing stands around them, and there is no control
// character. An empty text is none of that kind.
bool is_single_spaced(std::string_view text);
// True when the bytes are well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms).
bool is_utf8(std::string_view text);

}  // namespace plainbounce
