#include "core/knowledge/normalized_text.h"

#include <algorithm>
#include <array>

namespace plainbounce {
namespace {

// Letters small, a space of any kind a blank; no table, so that a compiler folds many at once.
char folded_byte(char c) {
  const auto is_capital = static_cast<uint8_t>(static_cast<uint8_t>(c - 'A') < 26);
  const bool is_blank = (c == '\t') | (c == '\r') | (c == '\n');
  return is_blank ? ' ' : static_cast<char>(c | (is_capital << 5U));
}

// 1 or 0.
unsigned both_blank(char a, char b) { return (a == ' ' ? 1U : 0U) & (b == ' ' ? 1U : 0U); }

// Calls visit(offset, byte) for each byte of the normalized text.
template <class Visit>
void each_normalized(std::string_view original, const Visit& visit) {
  char last = ' ';
  for (size_t i = 0; i < original.size(); ++i) {
    const char c = folded_byte(original[i]);
    if (c == ' ' && last == ' ') continue;
    last = c;
    visit(i, c);
  }
}

}  // namespace

std::pmr::string normalized_text(std::string_view original, std::pmr::memory_resource* memory) {
  constexpr size_t kAtATime = 64;
  std::pmr::string text(original.size(), '\0', memory);
  size_t size = 0;
  std::array<char, kAtATime + 1> folded;  // behind the byte before
  folded[0] = ' ';
  for (size_t begin = 0; begin < original.size(); begin += kAtATime) {
    const size_t count = std::min(kAtATime, original.size() - begin);
    const char* const bytes = original.data() + begin;
    unsigned doubled = 0;
    for (size_t i = 0; i < count; ++i) folded[i + 1] = folded_byte(bytes[i]);
    for (size_t i = 0; i < count; ++i) {
      doubled |= both_blank(folded[i], folded[i + 1]);
    }
    if (doubled == 0) {
      std::copy_n(&folded[1], count, &text[size]);
      size += count;
    } else {
      for (size_t i = 0; i < count; ++i) {  // without a branch that nobody can foresee
        text[size] = folded[i + 1];
        size += both_blank(folded[i], folded[i + 1]) ^ 1U;
      }
    }
    folded[0] = folded[count];
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
