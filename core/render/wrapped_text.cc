#include "core/render/wrapped_text.h"

#include <algorithm>

#include "core/render/line_start.h"
#include "core/render/utf8_characters.h"

namespace plainbounce {

namespace {

constexpr size_t kLongestWord = 300;
constexpr size_t kCutWordAt = 60;

bool is_separator(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; }

// Of a word that no line could hold, the piece that goes onto one; never ends inside a character.
std::string_view first_piece(std::string_view word) {
  if (word.size() <= kLongestWord) return word;
  size_t cut = 0;
  for (size_t count = 0; count < kCutWordAt && cut < word.size(); ++count) {
    cut += std::max<size_t>(1, utf8_character_at(word, cut).size());
  }
  return word.substr(0, cut);
}

}  // namespace

std::string_view Words::next() {
  const auto* const begin = std::find_if_not(rest_.begin(), rest_.end(), is_separator);
  const auto* const end = std::find_if(begin, rest_.end(), is_separator);
  const std::string_view word(begin, static_cast<size_t>(end - begin));
  rest_.remove_prefix(static_cast<size_t>(end - rest_.begin()));
  return word;
}

void append_wrapped(std::string& out, std::string_view text, LineIndents indents) {
  size_t line_begin = out.size();
  out += indents.first;
  size_t columns = count_characters(indents.first);
  bool has_words = false;
  const auto finish = [&] {
    if (looks_like_report_line(std::string_view(out).substr(line_begin)))
      out.insert(line_begin, 4, ' ');
    out += "\r\n";
  };
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    while (!word.empty()) {
      const std::string_view piece = first_piece(word);
      word.remove_prefix(piece.size());
      const size_t size = count_characters(piece);
      if (has_words && columns + 1 + size > kColumns) {
        finish();
        line_begin = out.size();
        out += indents.next;
        columns = count_characters(indents.next);
        has_words = false;
      }
      if (has_words) out += ' ';
      columns += size + (has_words ? 1 : 0);
      out += piece;
      has_words = true;
    }
  }
  if (has_words) {
    finish();
  } else {
    out.resize(line_begin);
  }
}

}  // namespace plainbounce
