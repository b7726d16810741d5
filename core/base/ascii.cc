#include "core/base/ascii.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/base/utf8.h"

namespace plainbounce {

namespace {

// Eight bytes at a time: whole messages go through here.
constexpr uint64_t kEachByte = 0x0101010101010101;
constexpr uint64_t kHighBits = kEachByte * 0x80;

// The first byte is the lowest one on every machine.
uint64_t eight_bytes(std::string_view text) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, text.data(), sizeof bytes);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return bytes;
}

// Of which byte the lowest of the high bits in `marks` is.
size_t first_marked(uint64_t marks) { return static_cast<size_t>(std::countr_zero(marks)) / 8; }

// How many bytes from `lowest`, at least a blank, to "~" stand at the front.
size_t size_from(char lowest, std::string_view text) {
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= text.size(); at += sizeof(uint64_t)) {
    const uint64_t bytes = eight_bytes(text.substr(at));
    const uint64_t below = (bytes - kEachByte * static_cast<uint8_t>(lowest)) & ~bytes;
    const uint64_t above_tilde = bytes | (bytes + kEachByte);
    const uint64_t others = (below | above_tilde) & kHighBits;
    if (others != 0) return at + first_marked(others);
  }
  while (at < text.size() && text[at] >= lowest && text[at] <= '~') ++at;
  return at;
}

// How many bytes below 0x80 stand at the front.
size_t ascii_size(std::string_view text) {
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= text.size(); at += sizeof(uint64_t)) {
    const uint64_t others = eight_bytes(text.substr(at)) & kHighBits;
    if (others != 0) return at + first_marked(others);
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
  constexpr uint64_t kCaseBit = 0x20;
  if (from > text.size() || needle.size() > text.size() - from) return std::string_view::npos;
  if (needle.empty()) return from;
  const size_t last = text.size() - needle.size();
  const auto is_here = [&](size_t at) {
    return equals_ignoring_case(text.substr(at, needle.size()), needle);
  };
  // Eight places at a time: few letters are the needle's first one.
  const uint64_t first = kEachByte * (static_cast<uint8_t>(needle.front()) | kCaseBit);
  size_t at = from;
  for (; at + sizeof(uint64_t) <= text.size() && at <= last; at += sizeof(uint64_t)) {
    const uint64_t other = (eight_bytes(text.substr(at)) | (kEachByte * kCaseBit)) ^ first;
    uint64_t alike = (other - kEachByte) & ~other & kHighBits;
    for (; alike != 0; alike &= alike - 1) {
      const size_t place = at + first_marked(alike);
      if (place <= last && is_here(place)) return place;
    }
  }
  for (; at <= last; ++at) {
    if (is_here(at)) return at;
  }
  return std::string_view::npos;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_ascii(std::string_view text) {
  // Without a way out of the loop, so that the compiler looks at many bytes at once.
  uint8_t all = 0;
  for (const char c : text) all = static_cast<uint8_t>(all | static_cast<uint8_t>(c));
  return all < 0x80;
}

size_t printable_size(std::string_view text) { return size_from(' ', text); }

size_t visible_size(std::string_view text) { return size_from('!', text); }

bool is_single_spaced(std::string_view text) {
  const auto is_separator = [](char c) { return static_cast<uint8_t>(c) <= ' ' || c == '\x7F'; };
  if (text.empty() || is_separator(text.front()) || text.back() == ' ') return false;
  // Without branches, so that the compiler looks at many characters at once.
  uint8_t others = 0;
  for (size_t i = 1; i < text.size(); ++i) {
    const auto separator = static_cast<uint8_t>(is_separator(text[i]));
    const auto blank = static_cast<uint8_t>(text[i] == ' ');
    const auto behind_word = static_cast<uint8_t>(text[i - 1] != ' ');
    others = static_cast<uint8_t>(others | (separator ^ (blank & behind_word)));
  }
  return others == 0;
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
