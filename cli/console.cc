#include "cli/console.h"

#include <algorithm>
#include <ostream>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Bytes of the UTF-8 character at `at`; 0 when there is none.
size_t character_size(std::string_view text, size_t at) {
  for (size_t size = 1; size <= 4 && at + size <= text.size(); ++size) {
    if (is_utf8(text.substr(at, size))) return size;
  }
  return 0;
}

// U+0080 to U+009F; U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
bool is_dangerous(std::string_view character) {
  if (character.size() == 1) return character.front() < ' ' || character.front() == '\x7f';
  if (character.size() == 2 && character[0] == '\xc2') return character[1] < '\xa0';
  if (character == "\xd8\x9c") return true;
  if (character.size() != 3 || character[0] != '\xe2') return false;
  const auto last = static_cast<unsigned char>(character[2]);
  if (character[1] == '\x80') return last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae);
  return character[1] == '\x81' && last >= 0xa6 && last <= 0xa9;
}

size_t count_characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

}  // namespace

void Console::complain(std::string_view message) const {
  err << "plainbounce: " << escape_for_terminal(message) << "\n";
}

std::string Console::styled(std::string_view text, std::string_view style) const {
  if (!colour || text.empty()) return std::string(text);
  return "\x1b[" + std::string(style) + "m" + std::string(text) + "\x1b[0m";
}

std::string Console::bold(std::string_view text) const { return styled(text, "1"); }
std::string Console::red(std::string_view text) const { return styled(text, "31"); }
std::string Console::yellow(std::string_view text) const { return styled(text, "33"); }
std::string Console::green(std::string_view text) const { return styled(text, "32"); }

bool wants_colour(bool is_terminal, const char* no_color, const char* term) {
  if (!is_terminal) return false;
  if (no_color != nullptr && *no_color != '\0') return false;
  return term == nullptr || std::string_view(term) != "dumb";
}

std::string escape_for_terminal(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t size = character_size(text, i);
    if (size == 0) {
      out += kReplacement;
      ++i;
      continue;
    }
    const std::string_view character = text.substr(i, size);
    out += is_dangerous(character) ? std::string_view("?") : character;
    i += size;
  }
  return out;
}

std::string wrap_for_terminal(std::string_view text, size_t indent, std::string_view first) {
  constexpr size_t kColumns = 78;
  const std::string margin(indent, ' ');
  std::string line(first);
  line.resize(std::max(first.size(), indent), ' ');
  std::string out;
  bool has_word = false;
  while (true) {
    text = trim(text);
    if (text.empty()) break;
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (has_word && count_characters(line) + 1 + count_characters(word) > kColumns) {
      out += line + "\n";
      line = margin;
      has_word = false;
    }
    if (has_word) line += ' ';
    line += word;
    has_word = true;
  }
  if (!has_word && first.empty()) return out;
  return out + line + "\n";
}

}  // namespace plainbounce
