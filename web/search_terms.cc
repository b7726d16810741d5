#include "web/search_terms.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {

SearchTerms::SearchTerms(std::string_view text) {
  constexpr size_t kMostWords = 8;
  while (words_.size() < kMostWords) {
    text = trim(text);
    if (text.empty()) return;
    const size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    words_.push_back(to_lower(text.substr(0, end)));
    text.remove_prefix(end);
  }
}

bool SearchTerms::are_in(std::string_view text) const {
  return std::all_of(words_.begin(), words_.end(), [&](const std::string& word) {
    return find_ignoring_case(text, word) != std::string_view::npos;
  });
}

}  // namespace plainbounce
