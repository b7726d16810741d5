#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce::testing {

// How hard an English text is to read. A line is at least one sentence; ".", "!", "?" and ":" end
// one as well when a blank or the line's end follows. Addresses count as one word of two syllables,
// as "address" does; links and codes are left out.
struct Readability {
  size_t words = 0;
  size_t sentences = 0;
  size_t syllables = 0;
  size_t longest_sentence = 0;  // words

  [[nodiscard]] double average_sentence() const;
  // Flesch-Kincaid: 0.39 words a sentence + 11.8 syllables a word - 15.59.
  [[nodiscard]] double grade() const;
};
Readability readability(const std::vector<std::string>& lines);

// By groups of vowels, with the silent endings of English.
size_t syllables_of(std::string_view word);
// Split at blanks.
std::vector<std::string> words_of(std::string_view text);
double median(std::vector<double> values);

}  // namespace plainbounce::testing
