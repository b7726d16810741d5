#include "core/render/wrapped_text.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/render/line_start.h"
#include "core/render/utf8_characters.h"

namespace plainbounce {

namespace {

constexpr bool is_separator(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; }

bool has_long_word(std::string_view text) {
  if (text.size() <= kLongestWord) return false;
  Words words(text);
  std::string_view word = words.next();
  while (!word.empty() && word.size() <= kLongestWord) word = words.next();
  return !word.empty();
}

// The text as is_ready_for_lines asks for it.
std::string made_ready(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    while (!word.empty()) {
      const std::string_view piece = first_piece(word);
      word.remove_prefix(piece.size());
      if (!out.empty()) out += ' ';
      out += piece;
    }
  }
  return out;
}

}  // namespace

std::string_view first_piece(std::string_view word) {
  if (word.size() <= kLongestWord) return word;
  size_t cut = 0;
  for (size_t count = 0; count < kCutWordAt && cut < word.size(); ++count) {
    cut += std::max<size_t>(1, utf8_character_at(word, cut).size());
  }
  return word.substr(0, cut);
}

bool is_ready_for_lines(std::string_view text) {
  return is_single_spaced(text) && !has_long_word(text);
}

std::string_view Words::next() {
  const auto* const begin = std::find_if_not(rest_.begin(), rest_.end(), is_separator);
  const auto* const end = std::find_if(begin, rest_.end(), is_separator);
  const std::string_view word(begin, static_cast<size_t>(end - begin));
  rest_.remove_prefix(static_cast<size_t>(end - rest_.begin()));
  return word;
}

std::string_view Lines::next() {
  const std::string_view line = rest_.substr(0, next_size());
  taken_.first = taken_.next;
  rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
  return line;
}

size_t Lines::next_size() const {
  const size_t room = kColumns - std::min(taken_.first, kColumns);
  // No character has more columns than bytes.
  if (rest_.size() + taken_.behind <= room) return rest_.size();
  if (is_ascii(rest_.substr(0, room + 1))) {
    const size_t blank = rest_.rfind(' ', room);
    return blank != std::string_view::npos ? blank : std::min(rest_.find(' '), rest_.size());
  }
  size_t size = 0;
  size_t columns = 0;
  while (size < rest_.size()) {
    const size_t end = std::min(rest_.find(' ', size + 1), rest_.size());
    columns += count_characters(rest_.substr(size, end - size));
    const size_t behind = end == rest_.size() ? taken_.behind : 0;
    if (size > 0 && columns + behind > room) break;
    size = end;
  }
  return size;
}

void append_wrapped(std::string& out, std::string_view text, LineIndents indents) {
  std::string buffer;
  if (!is_ready_for_lines(text)) text = buffer = made_ready(text);
  Lines lines(text, {count_characters(indents.first), count_characters(indents.next), 0});
  std::string_view indent = indents.first;
  for (std::string_view line = lines.next(); !line.empty(); line = lines.next()) {
    const size_t begin = out.size();
    out += indent;
    out += line;
    if (looks_like_report_line(std::string_view(out).substr(begin))) out.insert(begin, 4, ' ');
    out += "\r\n";
    indent = indents.next;
  }
}

}  // namespace plainbounce
