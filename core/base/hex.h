#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// 0 to 15 of one hexadecimal digit in either case.
constexpr std::optional<uint8_t> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint8_t>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<uint8_t>(c - 'A' + 10);
  if (c >= 'a' && c <= 'f') return static_cast<uint8_t>(c - 'a' + 10);
  return std::nullopt;
}

// The byte that the two hexadecimal digits at `at` say.
constexpr std::optional<char> hex_byte(std::string_view text, size_t at) {
  if (at + 1 >= text.size()) return std::nullopt;
  const auto high = hex_digit(text[at]);
  const auto low = hex_digit(text[at + 1]);
  if (!high || !low) return std::nullopt;
  return static_cast<char>(static_cast<uint8_t>(*high * 16 + *low));
}

// Two upper-case digits.
inline void append_hex_byte(std::string& out, char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  out += kDigits[static_cast<uint8_t>(byte) >> 4U];
  out += kDigits[static_cast<uint8_t>(byte) & 15U];
}

}  // namespace plainbounce
