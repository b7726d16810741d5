#pragma once

#include <string>

#include "core/explain/note.h"

namespace plainbounce {

// A note as plain lines, in the order in which a person reads it; for whole-text assertions.
std::string note_text(const Note& note);
std::string explanation_text(const Explanation& explanation);

}  // namespace plainbounce
