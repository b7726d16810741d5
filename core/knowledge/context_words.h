#pragma once

#include <cstdint>
#include <string_view>

namespace plainbounce {

// What a word means for how the words around it say something.
enum class Meaning : uint8_t {
  kNone,
  kNegation,
  kGuess,
  kCondition,
  kFiller,  // may stand between one of the above and what it is said of
  kOr,      // between two alternatives
  kQuoter,  // before a quotation that is somebody else's
};

// Of a word in lower case; most have none.
Meaning meaning_of(std::string_view word);
inline bool means(std::string_view word, Meaning meaning) { return meaning_of(word) == meaning; }

// Letters of any alphabet, digits, "'" and "-".
bool is_word_byte(char c);
// Takes the last word off a text; empty where something else than a blank or a quotation mark
// stands behind it.
std::string_view take_last_word(std::string_view& text);

}  // namespace plainbounce
