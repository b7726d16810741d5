#include "core/decode/code_query.h"

#include "core/base/ascii.h"

namespace plainbounce {

bool looks_like_code(std::string_view text) {
  if (text.empty() || text.size() > 16) return false;
  bool digit_seen = false;
  char before = '.';
  for (const char c : text) {
    const bool is_x = to_lower(c) == 'x';
    if (!is_digit(c) && !is_x && c != '.') return false;
    if ((c == '.' || is_x) && before == c) return false;
    digit_seen = digit_seen || is_digit(c);
    before = c;
  }
  return before != '.' && digit_seen;
}

}  // namespace plainbounce
