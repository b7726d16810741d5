#include <string>
#include <vector>

#include "core/base/ascii.h"
#include "core/dsn/bounce_verdict.h"

namespace plainbounce {

namespace {

// Offset behind the first occurrence of `needle` at or after `from`, or npos. Knuth-Morris-Pratt:
// linear whatever the two hold. Both are in lower case; `needle` is not empty.
size_t find_end(std::string_view text, std::string_view needle, size_t from) {
  std::vector<size_t> border(needle.size(), 0);
  for (size_t i = 1, k = 0; i < needle.size(); ++i) {
    while (k > 0 && needle[i] != needle[k]) k = border[k - 1];
    if (needle[i] == needle[k]) ++k;
    border[i] = k;
  }
  for (size_t i = from, k = 0; i < text.size(); ++i) {
    while (k > 0 && text[i] != needle[k]) k = border[k - 1];
    if (text[i] == needle[k]) ++k;
    if (k == needle.size()) return i + 1;
  }
  return std::string_view::npos;
}

}  // namespace

bool matches_glob(std::string_view text, std::string_view glob) {
  const std::string lower_text = to_lower(text);
  const std::string lower_glob = to_lower(glob);
  std::string_view rest_glob = lower_glob;
  const size_t first_star = rest_glob.find('*');
  if (first_star == std::string_view::npos) return lower_text == lower_glob;
  const std::string_view head = rest_glob.substr(0, first_star);
  const std::string_view tail = rest_glob.substr(rest_glob.rfind('*') + 1);
  if (lower_text.size() < head.size() + tail.size()) return false;
  if (lower_text.compare(0, head.size(), head) != 0) return false;
  const size_t tail_begin = lower_text.size() - tail.size();
  if (lower_text.compare(tail_begin, tail.size(), tail) != 0) return false;

  // The literal runs between stars, each at its leftmost place, must fit between head and tail.
  const std::string_view middle = std::string_view(lower_text).substr(0, tail_begin);
  rest_glob = rest_glob.substr(first_star, rest_glob.size() - tail.size() - first_star);
  size_t at = head.size();
  while (!rest_glob.empty()) {
    rest_glob.remove_prefix(1);
    const std::string_view run = rest_glob.substr(0, rest_glob.find('*'));
    rest_glob.remove_prefix(run.size());
    if (run.empty()) continue;
    at = find_end(middle, run, at);
    if (at == std::string_view::npos) return false;
  }
  return true;
}

}  // namespace plainbounce
