#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// Number of single-character insertions, removals, replacements and swaps of neighbours that make
// one word out of the other.
size_t edit_distance(std::string_view a, std::string_view b);
// The word of the list that looks most like `word`, or an empty one when none is near (about
// a third of its characters differ).
std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& words);

}  // namespace plainbounce
