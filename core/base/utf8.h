#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// A Unicode character and how many bytes of UTF-8 it takes.
struct CodePoint {
  char32_t value = 0;
  size_t size = 0;
};

// The character that begins at `at`; nothing at the end, or where the bytes are no well-formed
// UTF-8 (RFC 3629: no surrogates, no overlong forms).
std::optional<CodePoint> code_point_at(std::string_view text, size_t at);
// Appends U+FFFD for what is no Unicode character.
void append_utf8(std::string& out, char32_t point);
// The text with each byte that is no well-formed UTF-8 as U+FFFD.
std::string well_formed_utf8(std::string_view text);

}  // namespace plainbounce
