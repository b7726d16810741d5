#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

inline constexpr size_t kColumns = 76;

// How a paragraph's lines begin.
struct LineIndents {
  std::string_view first;
  std::string_view next;
};

// Appends `text` in lines of at most kColumns characters, broken at blanks, each ended by CRLF. A
// longer word stays whole, so that addresses of 254 octets do; one of more than 300 octets is cut,
// because no line may pass 998. A line that bounce parsers could take for theirs gets four blanks
// before it.
void append_wrapped(std::string& out, std::string_view text, LineIndents indents = {});

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

}  // namespace plainbounce
