#include "core/render/wrapped_text.h"

#include <algorithm>

#include "core/render/line_start.h"
#include "core/render/utf8_characters.h"

namespace plainbounce {

namespace {

constexpr size_t kLongestWord = 300;
constexpr size_t kCutWordAt = 60;

bool is_separator(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; }

// Cuts a word that no line could hold into pieces, never inside a character.
void append_pieces(std::vector<std::string_view>& pieces, std::string_view word) {
  while (word.size() > kLongestWord) {
    size_t cut = 0;
    for (size_t count = 0; count < kCutWordAt && cut < word.size(); ++count) {
      cut += std::max<size_t>(1, utf8_character_at(word, cut).size());
    }
    pieces.push_back(word.substr(0, cut));
    word.remove_prefix(cut);
  }
  if (!word.empty()) pieces.push_back(word);
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at < text.size()) {
    const auto begin =
        std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_separator);
    const auto end = std::find_if(begin, text.end(), is_separator);
    at = static_cast<size_t>(end - text.begin());
    const auto offset = static_cast<size_t>(begin - text.begin());
    if (at > offset) words.push_back(text.substr(offset, at - offset));
  }
  return words;
}

void append_wrapped(std::string& out, std::string_view text, LineIndents indents) {
  std::vector<std::string_view> pieces;
  for (const std::string_view word : words_of(text)) append_pieces(pieces, word);
  std::string line(indents.first);
  size_t columns = count_characters(line);
  bool has_words = false;
  const auto finish = [&] {
    if (looks_like_report_line(line)) out += "    ";
    out += line;
    out += "\r\n";
  };
  for (const std::string_view piece : pieces) {
    const size_t size = count_characters(piece);
    if (has_words && columns + 1 + size > kColumns) {
      finish();
      line = indents.next;
      columns = count_characters(line);
      has_words = false;
    }
    if (has_words) line += ' ';
    columns += size + (has_words ? 1 : 0);
    line += piece;
    has_words = true;
  }
  if (has_words) finish();
}

}  // namespace plainbounce
