#include "core/base/ascii.h"

#include <algorithm>
#include <cstdint>

#include "core/base/utf8.h"

namespace plainbounce {

std::string to_lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return to_lower(c); });
  return out;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return to_lower(x) == to_lower(y);
         });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

bool ends_with_ignoring_case(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         equals_ignoring_case(text.substr(text.size() - suffix.size()), suffix);
}

size_t find_ignoring_case(std::string_view text, std::string_view needle, size_t from) {
  if (from > text.size()) return std::string_view::npos;
  const auto* const begin = text.begin() + static_cast<std::ptrdiff_t>(from);
  const auto* const found = std::search(begin, text.end(), needle.begin(), needle.end(),
                                        [](char x, char y) { return to_lower(x) == to_lower(y); });
  if (found == text.end() && !needle.empty()) return std::string_view::npos;
  return static_cast<size_t>(found - text.begin());
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<uint8_t>(c) < 0x80; });
}

bool is_utf8(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const auto point = code_point_at(text, at);
    if (!point) return false;
    at += point->size;
  }
  return true;
}

}  // namespace plainbounce
