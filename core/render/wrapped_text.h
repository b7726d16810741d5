#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

inline constexpr size_t kColumns = 76;
// A longer word (octets) is cut, because no line may pass 998; shorter ones stay whole, so that
// addresses of 254 octets do. Pieces have kCutWordAt characters.
inline constexpr size_t kLongestWord = 300;
inline constexpr size_t kCutWordAt = 60;

// How a paragraph's lines begin.
struct LineIndents {
  std::string_view first;
  std::string_view next;
};

// Appends `text` in lines of at most kColumns characters, broken at blanks, each ended by CRLF. A
// line that bounce parsers could take for theirs gets four blanks before it.
void append_wrapped(std::string& out, std::string_view text, LineIndents indents = {});

// Single blanks divide the words of the text, nothing stands around them, and no word is too long
// for a line. An empty text is none of that kind.
bool is_ready_for_lines(std::string_view text);

// Walks over the words between blanks and control characters.
class Words {
 public:
  // The words borrow `text`.
  explicit Words(std::string_view text) : rest_(text) {}
  // Empty behind the last one.
  std::string_view next();

 private:
  std::string_view rest_;
};

// Walks over the lines of a text that is_ready_for_lines.
class Lines {
 public:
  // Columns that are taken: at the start of the first line, of further ones, and behind the last
  // word.
  struct Taken {
    size_t first = 0;
    size_t next = 0;
    size_t behind = 0;
  };
  // The lines borrow `text`.
  Lines(std::string_view text, Taken taken) : rest_(text), taken_(taken) {}
  // Empty behind the last one.
  std::string_view next();

 private:
  [[nodiscard]] size_t next_size() const;

  std::string_view rest_;
  Taken taken_;
};

// Of a word that no line could hold, the piece that goes onto one; never ends inside a character.
std::string_view first_piece(std::string_view word);

}  // namespace plainbounce
