#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// How many letters must be put in, taken out, changed or swapped with their neighbour to make one
// word of the other.
size_t edit_distance(std::string_view a, std::string_view b);
// The word that is most like `text`, the first of several; empty when none is near enough to be
// meant.
std::string nearest_word(std::string_view text, const std::vector<std::string>& words);

}  // namespace plainbounce
