#pragma once

#include <cstddef>
#include <string_view>

#include "core/explain/note.h"

namespace plainbounce {

// The most words of a user part.
inline constexpr size_t kMostWords = 90;

// Runs of anything but blanks; an address is one word.
size_t count_words(std::string_view text);
size_t count_words(const LanguageNote& note);

// Leaves out what a reader misses least until the note has at most `most` words: later actions
// first, then outlook sentences that stand above already, then what can be done about all but the
// first explanation. What happened to whom stays. True when it fits.
bool fit_by_leaving_out(LanguageNote& note, size_t most);

}  // namespace plainbounce
