#include "core/base/clean_text.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"

namespace plainbounce {

namespace {

// Bidirectional controls and zero-width characters, which can make text read otherwise than it is.
bool is_hidden_mark(std::string_view utf8_character) {
  if (utf8_character.size() == 2) return utf8_character == "\u061C" || utf8_character == "\u00AD";
  if (utf8_character.size() != 3) return false;
  return (utf8_character >= "\u200B" && utf8_character <= "\u200F") ||
         (utf8_character >= "\u2028" && utf8_character <= "\u202E") ||
         (utf8_character >= "\u2060" && utf8_character <= "\u206F") || utf8_character == "\uFEFF";
}

}  // namespace

std::string clean_text(std::string_view text, size_t max_bytes) {
  std::string out;
  bool blank_due = false;
  size_t i = 0;
  while (i < text.size()) {
    const auto point = code_point_at(text, i);
    const size_t size = point ? point->size : 0;
    const std::string_view character = text.substr(i, size == 0 ? 1 : size);
    i += character.size();
    const bool control = size == 1 && (character[0] < ' ' || character[0] == '\x7F');
    const bool c1_control = size == 2 && character[0] == '\xC2' && character[1] < '\xA0';
    if (control || c1_control || character == " " || is_hidden_mark(character)) {
      blank_due = !out.empty();
      continue;
    }
    const std::string_view shown = size == 0 ? std::string_view("\uFFFD") : character;
    if (out.size() + (blank_due ? 1 : 0) + shown.size() > max_bytes) return out + "...";
    if (blank_due) out += ' ';
    blank_due = false;
    out += shown;
  }
  return out;
}

std::string defuse_links(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const bool link =
        starts_with_ignoring_case(rest, "http://") || starts_with_ignoring_case(rest, "https://");
    if (link) {
      out += "hxxp";
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace plainbounce
