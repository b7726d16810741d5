#include "core/smtp/xtext.h"

#include <cstdint>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"

namespace plainbounce {

namespace {

bool is_xtext_plain(char c, std::string_view also) {
  return c > ' ' && is_printable(c) && c != '+' && c != '=' &&
         also.find(c) == std::string_view::npos;
}

// Upper-case digits without leading zeros, at least two of them (RFC 6533 section 3).
std::string hex_point(char32_t point) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (auto rest = static_cast<uint32_t>(point); rest != 0 || out.size() < 2; rest >>= 4U) {
    out.insert(out.begin(), kDigits[rest & 15U]);
  }
  return out;
}

// The character that "\x{HEX}" at `at` says, and the size of the escape.
std::optional<CodePoint> escaped_point(std::string_view text, size_t at) {
  constexpr size_t kMaxDigits = 6;
  if (text.substr(at, 3) != "\\x{") return std::nullopt;
  uint32_t value = 0;
  size_t i = at + 3;
  for (; i < text.size() && i < at + 3 + kMaxDigits; ++i) {
    const auto digit = hex_digit(text[i]);
    if (!digit) break;
    value = value * 16 + *digit;
  }
  if (i == at + 3 || i >= text.size() || text[i] != '}') return std::nullopt;
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  return CodePoint{value, i + 1 - at};
}

}  // namespace

std::string encode_xtext(std::string_view text, std::string_view also) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (is_xtext_plain(c, also)) {
      out += c;
    } else {
      out += '+';
      append_hex_byte(out, c);
    }
  }
  return out;
}

std::string encode_utf8_addr_xtext(std::string_view text, std::string_view also) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    const char c = text[at];
    if (point && point->size == 1 && c != '\\' && is_xtext_plain(c, also)) {
      out += c;
    } else {
      out += "\\x{" + hex_point(point ? point->value : 0xFFFD) + "}";
    }
    at += point ? point->size : 1;
  }
  return out;
}

std::string decode_xtext(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    const auto byte = text[at] == '+' ? hex_byte(text, at + 1) : std::nullopt;
    out += byte ? *byte : text[at];
    if (byte) at += 2;
  }
  return out;
}

std::string decode_utf8_addr_xtext(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto point = escaped_point(text, at);
    if (point) {
      append_utf8(out, point->value);
    } else {
      out += text[at];
    }
    at += point ? point->size : 1;
  }
  return out;
}

}  // namespace plainbounce
