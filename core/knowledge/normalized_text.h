#pragma once

#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// From `begin` to `end`, in a normalized text.
struct TextPiece {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// A text as phrases are compared with it: letters in lower case, a run of blanks and line ends as
// one blank, none at the beginning.
std::pmr::string normalized_text(std::string_view original, std::pmr::memory_resource* memory);
// What stands in the original at pieces of its normalized text, which are in order; " ... " between
// them.
std::string original_words(std::string_view original, const TextPiece* pieces, size_t count);

}  // namespace plainbounce
