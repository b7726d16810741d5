#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace plainbounce {

// Where a command reads and writes: data to `out`, messages to `err`.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool colour = false;
  bool progress = false;  // a bar may be drawn on `err`

  // "plainbounce: " and the message, one line on `err`.
  void complain(std::string_view message) const;
  // The text in the console's way of emphasis, when there is one.
  [[nodiscard]] std::string bold(std::string_view text) const;
  [[nodiscard]] std::string red(std::string_view text) const;
  [[nodiscard]] std::string yellow(std::string_view text) const;
  [[nodiscard]] std::string green(std::string_view text) const;

 private:
  [[nodiscard]] std::string styled(std::string_view text, std::string_view style) const;
};

// Whether standard output may be coloured: a terminal that is not dumb, and no NO_COLOR.
bool wants_colour(bool is_terminal, const char* no_color, const char* term);

// A stranger's text for a terminal: hidden characters (is_hidden_character; tabs and line ends too)
// become "?", what is no UTF-8 becomes U+FFFD.
std::string escape_for_terminal(std::string_view text);

// Words in lines of at most 78 characters, each begun by `indent` blanks and ended by "\n"; longer
// words stay whole. `first` stands before the first line's words, in place of as many blanks.
std::string wrap_for_terminal(std::string_view text, size_t indent = 0,
                              std::string_view first = {});

}  // namespace plainbounce
