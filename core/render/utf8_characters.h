#pragma once

#include <string_view>

#include "core/base/utf8.h"

namespace plainbounce {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// The well-formed UTF-8 character that begins at `at` (RFC 3629); empty when the byte there begins
// none.
inline std::string_view utf8_character_at(std::string_view text, size_t at) {
  const auto point = code_point_at(text, at);
  return point ? text.substr(at, point->size) : std::string_view();
}

// Characters, not bytes: what a column counts. Bytes that begin no character count as one each.
inline size_t count_characters(std::string_view text) {
  size_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

}  // namespace plainbounce
