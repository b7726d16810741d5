#pragma once

#include <cstddef>
#include <string_view>

namespace plainbounce {

// Offsets into a message's bytes, end exclusive; begin <= end holds for every range that we make.
struct ByteRange {
  size_t begin = 0;
  size_t end = 0;

  [[nodiscard]] size_t size() const { return end - begin; }
  [[nodiscard]] bool empty() const { return begin == end; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// The bytes of `range` in `text`, cut to what `text` has.
inline std::string_view slice(std::string_view text, ByteRange range) {
  if (range.begin >= text.size() || range.end <= range.begin) return {};
  return text.substr(range.begin, range.end - range.begin);
}

}  // namespace plainbounce
