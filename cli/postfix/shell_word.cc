#include "cli/postfix/shell_word.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr std::string_view kPlainMarks = "_-./:@%+=,^";

bool is_plain(char c) {
  return is_alpha(c) || is_digit(c) || kPlainMarks.find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace plainbounce
