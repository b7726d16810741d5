#include "core/knowledge/normalized_text.h"

#include <array>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr std::array<char, 256> kFolded = [] {
  std::array<char, 256> folded{};
  for (size_t i = 0; i < folded.size(); ++i) {
    const char c = static_cast<char>(i);
    folded[i] = is_space(c) ? ' ' : to_lower(c);
  }
  return folded;
}();

// Calls visit(offset, byte) for each byte of the normalized text.
template <class Visit>
void each_normalized(std::string_view original, const Visit& visit) {
  char last = ' ';
  for (size_t i = 0; i < original.size(); ++i) {
    const char c = kFolded[static_cast<unsigned char>(original[i])];
    if (c == ' ' && last == ' ') continue;
    last = c;
    visit(i, c);
  }
}

}  // namespace

std::pmr::string normalized_text(std::string_view original, std::pmr::memory_resource* memory) {
  std::pmr::string text(original.size(), '\0', memory);
  char* const bytes = text.data();
  size_t size = 0;
  char last = ' ';
  for (const char original_byte : original) {  // without a branch that nobody can foresee
    const char c = kFolded[static_cast<unsigned char>(original_byte)];
    bytes[size] = c;
    size += c == ' ' && last == ' ' ? 0U : 1U;
    last = c;
  }
  text.resize(size);
  return text;
}

std::string original_words(std::string_view original, const TextPiece* pieces, size_t count) {
  std::string words;
  size_t at = 0;     // in the normalized text
  size_t piece = 0;  // the one that is read or looked for
  size_t begin = 0;  // of it, in the original
  each_normalized(original, [&](size_t offset, char) {
    if (piece < count && at == pieces[piece].begin) begin = offset;
    ++at;
    if (piece >= count || at != pieces[piece].end) return;
    if (piece > 0) words += " ... ";
    words += original.substr(begin, offset + 1 - begin);
    ++piece;
  });
  return words;
}

}  // namespace plainbounce
