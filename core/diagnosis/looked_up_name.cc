#include "core/diagnosis/looked_up_name.h"

#include <array>

#include "core/base/ascii.h"

namespace plainbounce {

std::string looked_up_name(std::string_view text) {
  constexpr std::array<std::string_view, 4> kMarks = {
      "unable to look up host ", "service error for name=", "Name server: ", "service error for "};
  for (const std::string_view mark : kMarks) {
    const size_t at = find_ignoring_case(text, mark);
    if (at == std::string_view::npos) continue;
    const size_t begin = at + mark.size();
    size_t end = begin;
    while (end < text.size() && (is_alpha(text[end]) || is_digit(text[end]) || text[end] == '.' ||
                                 text[end] == '-' || text[end] == '_')) {
      ++end;
    }
    std::string name = to_lower(text.substr(begin, end - begin));
    while (!name.empty() && name.back() == '.') name.pop_back();
    if (name.find('.') != std::string::npos) return name;
  }
  return {};
}

}  // namespace plainbounce
