#include "core/base/ascii.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/base/utf8.h"

namespace plainbounce {

namespace {

// Eight bytes at a time: whole messages go through here.
constexpr uint64_t kEachByte = 0x0101010101010101;
constexpr uint64_t kHighBits = kEachByte * 0x80;

uint64_t eight_bytes(std::string_view text) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, text.data(), sizeof bytes);
  return bytes;
}

// How many bytes below 0x80 stand at the front.
size_t ascii_size(std::string_view text) {
  size_t at = 0;
  while (at + sizeof(uint64_t) <= text.size() && (eight_bytes(text.substr(at)) & kHighBits) == 0) {
    at += sizeof(uint64_t);
  }
  while (at < text.size() && static_cast<uint8_t>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

std::string to_lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return to_lower(c); });
  return out;
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

bool is_ascii(std::string_view text) { return ascii_size(text) == text.size(); }

size_t printable_size(std::string_view text) {
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= text.size(); at += sizeof(uint64_t)) {
    const uint64_t bytes = eight_bytes(text.substr(at));
    const uint64_t below_blank = (bytes - kEachByte * ' ') & ~bytes;
    const uint64_t above_tilde = bytes | (bytes + kEachByte);
    if (((below_blank | above_tilde) & kHighBits) != 0) break;
  }
  while (at < text.size() && is_printable(text[at])) ++at;
  return at;
}

bool is_utf8(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      at += ascii_size(text.substr(at));
      continue;
    }
    const auto point = code_point_at(text, at);
    if (!point) return false;
    at += point->size;
  }
  return true;
}

}  // namespace plainbounce
