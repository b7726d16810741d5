#pragma once

#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace plainbounce {

// Phrases to look for together, in one walk over a text. In a phrase, "*" stands for up to 80 bytes
// of anything. Phrases are as `folded` makes text, of two bytes or more before a "*", and must
// outlive the set.
class PhraseSet {
 public:
  PhraseSet(std::initializer_list<std::string_view> phrases);

  // Where in the folded text the first of the phrases begins, or npos.
  [[nodiscard]] size_t find(std::string_view text) const;
  [[nodiscard]] bool is_in(std::string_view text) const {
    return find(text) != std::string_view::npos;
  }

 private:
  static constexpr size_t kPlaces = 1024;
  static size_t place_of(std::string_view text);

  std::array<std::vector<std::string_view>, kPlaces> phrases_;  // by the first two bytes
};

}  // namespace plainbounce
