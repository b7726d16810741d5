#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// The words of a search, in any case (ASCII). At most eight of them count.
class SearchTerms {
 public:
  explicit SearchTerms(std::string_view text);

  // True when every word stands somewhere in the text; so for no words at all.
  [[nodiscard]] bool are_in(std::string_view text) const;
  [[nodiscard]] bool empty() const { return words_.empty(); }
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;  // lower case
};

}  // namespace plainbounce
