#include "cli/postfix/list_words.h"

#include <algorithm>
#include <string>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

// Where the brace that opens at the front of `text` closes; npos: nowhere.
size_t closing_brace(std::string_view text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

Result<std::vector<std::string_view>> split_postfix_list(std::string_view text,
                                                         std::string_view separators) {
  std::vector<std::string_view> words;
  while (true) {
    const size_t begin = text.find_first_not_of(separators);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    size_t size = std::min(text.find_first_of(separators), text.size());
    if (text.front() == '{') {
      const size_t close = closing_brace(text);
      if (close == std::string_view::npos) {
        return fail("the brace at \"" + std::string(text) + "\" is not closed");
      }
      size = close + 1;
    }
    words.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
}

std::string_view without_braces(std::string_view word) {
  if (word.size() < 2 || word.front() != '{' || word.back() != '}') return word;
  return trim(word.substr(1, word.size() - 2));
}

}  // namespace plainbounce
