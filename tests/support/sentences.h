#pragma once

#include <string>
#include <vector>

namespace plainbounce::testing {

// Whole sentences of a text. A stop counts where a capital letter or nothing follows, so that
// "5.1.1", "e.g." and an initial in a quotation do not cut.
std::vector<std::string> sentences_of(const std::string& text);

}  // namespace plainbounce::testing
