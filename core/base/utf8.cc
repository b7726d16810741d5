#include "core/base/utf8.h"

#include <cstdint>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

// What a lead byte says: continuation bytes, its own bits, and the least value so written.
struct Lead {
  size_t more;
  uint32_t bits;
  uint32_t least;
};

std::optional<Lead> read_lead(uint8_t byte) {
  if (byte < 0x80) return Lead{0, byte, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return Lead{1, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte <= 0xEF) return Lead{2, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte <= 0xF4) return Lead{3, byte & 0x07U, 0x10000};
  return std::nullopt;
}

bool is_character(uint32_t point) {
  return point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
}

}  // namespace

std::optional<CodePoint> code_point_at(std::string_view text, size_t at) {
  if (at >= text.size()) return std::nullopt;
  const auto lead = read_lead(static_cast<uint8_t>(text[at]));
  if (!lead || text.size() - at <= lead->more) return std::nullopt;
  uint32_t point = lead->bits;
  for (size_t k = 1; k <= lead->more; ++k) {
    const auto next = static_cast<uint8_t>(text[at + k]);
    if ((next & 0xC0U) != 0x80U) return std::nullopt;
    point = (point << 6U) | (next & 0x3FU);
  }
  if (point < lead->least || !is_character(point)) return std::nullopt;
  return CodePoint{point, lead->more + 1};
}

void append_utf8(std::string& out, char32_t point) {
  const uint32_t value = is_character(point) ? static_cast<uint32_t>(point) : 0xFFFDU;
  const auto put = [&](uint32_t byte) { out += static_cast<char>(static_cast<uint8_t>(byte)); };
  const auto put_rest = [&](uint32_t shift) { put(0x80U | ((value >> shift) & 0x3FU)); };
  if (value < 0x80) {
    put(value);
  } else if (value < 0x800) {
    put(0xC0U | (value >> 6U));
    put_rest(0);
  } else if (value < 0x10000) {
    put(0xE0U | (value >> 12U));
    put_rest(6);
    put_rest(0);
  } else {
    put(0xF0U | (value >> 18U));
    put_rest(12);
    put_rest(6);
    put_rest(0);
  }
}

std::string well_formed_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    if (point) {
      out += text.substr(at, point->size);
    } else {
      out += "\uFFFD";
    }
    at += point ? point->size : 1;
  }
  return out;
}

}  // namespace plainbounce
