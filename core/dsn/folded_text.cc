#include "core/dsn/folded_text.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"

namespace plainbounce {

namespace {

// For U+00C0 to U+00FF, and for U+0100 to U+017F.
constexpr std::string_view kLatin1 =
    "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy";
constexpr std::string_view kLatinExtended =
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
    "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(kLatin1.size() == 0x40 && kLatinExtended.size() == 0x80);

char32_t folded(char32_t point) {
  if (point >= 0xC0 && point < 0x100) return static_cast<unsigned char>(kLatin1[point - 0xC0]);
  if (point >= 0x100 && point < 0x180) {
    return static_cast<unsigned char>(kLatinExtended[point - 0x100]);
  }
  // Many write "е" for "ё".
  if (point == 0x401 || point == 0x451) return 0x435;
  if (point >= 0x400 && point < 0x410) return point + 0x50;
  if (point >= 0x410 && point < 0x430) return point + 0x20;
  if (point == 0xA0 || point == 0x3000) return ' ';
  return point == 0x2019 ? '\'' : point;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    char32_t point = static_cast<unsigned char>(to_lower(text[at]));
    size_t size = 1;
    if (point >= 0x80) {
      const auto found = code_point_at(text, at);
      point = found ? folded(found->value) : U'\uFFFD';
      if (found) size = found->size;
    }
    at += size;
    const bool blank = point < 0x80 && is_space(static_cast<char>(point));
    if (!blank && point < 0x80) {
      out += static_cast<char>(point);
    } else if (!blank) {
      append_utf8(out, point);
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

}  // namespace plainbounce
