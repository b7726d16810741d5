#pragma once

#include <cstddef>
#include <string_view>

namespace plainbounce {

// How the words around a phrase say it.
enum class PhraseContext {
  kStated,   // as a fact
  kGuessed,  // "may be full", "possibly full"
  kNotSaid,  // "is not full", "if it is full, ...", 'subject "full"', or a piece of an address
};

// The context of the words from `begin` to `end` in a text in lower case with single blanks. Knows
// English, and the negations of German. Looks back no farther than the clause, and at most a fixed
// number of bytes, so that many phrases in a long text stay cheap.
PhraseContext context_of_phrase(std::string_view text, size_t begin, size_t end);

// True when a sentence ends in the text: what stands on either side of it is not one statement.
bool has_sentence_end(std::string_view text);
// True when the text is only "or", with the end of a word before it: it divides two alternatives.
bool is_only_or(std::string_view text);
// True when "or" is the first word, with the end of a word before it, and no sentence ends.
bool begins_with_or(std::string_view text);

}  // namespace plainbounce
