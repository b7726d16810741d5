#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/diagnosis.h"

namespace plainbounce {

// A piece of a text that somebody pasted, ready to be shown: hidden characters are "?".
struct MarkedPiece {
  enum class Kind { kPlain, kMarked, kCut };
  Kind kind = Kind::kPlain;
  std::string text;  // empty for kCut, which stands for what is left out
};

// The parts of `text` in which the words of the evidence stand, with a few lines around them; in
// any case, blanks and line ends as they come. Empty when none of them is found. At most about
// 40 KB.
std::vector<MarkedPiece> mark_evidence(std::string_view text,
                                       const std::vector<Evidence>& evidence);

}  // namespace plainbounce
