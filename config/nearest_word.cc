#include "config/nearest_word.h"

#include <algorithm>

namespace plainbounce {

size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: the one in work and the two above it.
  std::vector<size_t> row(b.size() + 1);
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> above_that(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    above_that.swap(above);
    above.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], above_that[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_word(std::string_view text, const std::vector<std::string>& words) {
  constexpr size_t kLongest = 64;  // nobody means a key with more letters
  if (text.size() > kLongest) return {};
  std::string nearest;
  size_t smallest = std::max<size_t>(1, text.size() / 2);
  for (const std::string& word : words) {
    const size_t distance = edit_distance(text, word);
    if (distance > smallest || (distance == smallest && !nearest.empty())) continue;
    smallest = distance;
    nearest = word;
  }
  return nearest;
}

}  // namespace plainbounce
