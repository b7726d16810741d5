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

// How much may be left out.
enum class LeaveOut {
  kRepetitions,  // later actions, outlook sentences that stand above or say that all is done
  kActions,      // and what can be done about all but the first explanation
  kOutlooks,     // and all outlook sentences but the first
  kSuccesses     // and successes beside failures, and who has to act
};
// Leaves out what a reader misses least, one piece after the other, until the note has at most
// `most` words. Who did not get the message always stays. True when it fits.
bool fit_by_leaving_out(LanguageNote& note, size_t most, LeaveOut how_much);

}  // namespace plainbounce
