#include "cli/console.h"

#include <algorithm>
#include <ostream>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/base/utf8.h"

namespace plainbounce {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

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
    const auto point = code_point_at(text, i);
    const std::string_view character = text.substr(i, point ? point->size : 1);
    i += character.size();
    if (!point) {
      out += kReplacement;
    } else {
      out += is_hidden_character(point->value) ? std::string_view("?") : character;
    }
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
