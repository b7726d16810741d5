#include "tests/differential/value_grammar.h"

#include <algorithm>
#include <set>
#include <string>

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "tests/differential/reading.h"

namespace plainbounce::differential {

namespace {

class Grammar {
 public:
  explicit Grammar(std::string_view value) : rest_(value) {}

  bool is_type() {
    if (!blanks() || !token() || !blanks() || !take('/') || !blanks() || !token()) return false;
    std::set<std::string> names;
    while (blanks() && take(';')) {
      if (!blanks() || !token()) return false;
      if (!names.insert(to_lower(last_.substr(0, last_.find('*')))).second) return false;
      if (!blanks() || !take('=') || !blanks() || !(token() || quoted())) return false;
    }
    return whole_ && rest_.empty();
  }

 private:
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool token() {
    size_t size = 0;
    while (size < rest_.size() && is_printable(rest_[size]) && rest_[size] != ' ' &&
           std::string_view("()<>@,;:\\\"/[]?=").find(rest_[size]) == std::string_view::npos) {
      ++size;
    }
    last_ = std::string(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return size > 0;
  }

  bool quoted() {
    if (!take('"')) return false;
    while (!rest_.empty() && rest_.front() != '"') {
      if (rest_.front() == '\\') rest_.remove_prefix(1);
      if (rest_.empty() || rest_.front() == '\r') return false;
      rest_.remove_prefix(1);
    }
    return take('"');
  }

  // Blanks and comments; false for a comment that is never closed.
  bool blanks() {
    size_t depth = 0;
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (depth == 0 && c != '(' && !is_blank(c)) return true;
      if (c == '(') ++depth;
      if (c == ')') --depth;
      rest_.remove_prefix(c == '\\' && rest_.size() > 1 ? 2 : 1);
    }
    whole_ = depth == 0;
    return whole_;
  }

  std::string_view rest_;
  std::string last_;
  bool whole_ = true;
};

bool is_q_text(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!is_printable(text[i]) || (text[i] == '=' && !hex_byte(text, i + 1))) return false;
  }
  return true;
}

bool is_b_text(std::string_view text) {
  size_t digits = text.size();
  while (digits > 0 && text.size() - digits < 2 && text[digits - 1] == '=') --digits;
  for (const char c : text.substr(0, digits)) {
    if (!is_alpha(c) && !is_digit(c) && c != '+' && c != '/') return false;
  }
  return text.size() % 4 == 0;
}

bool is_encoded_word(std::string_view word) {
  if (!word.starts_with("=?") || !word.ends_with("?=") || word.size() < 8) return false;
  word = word.substr(2, word.size() - 4);
  const size_t charset_end = word.find('?');
  if (charset_end == std::string_view::npos || charset_end + 2 >= word.size()) return false;
  const std::string_view charset = word.substr(0, charset_end);
  if (charset.find_first_of("()<>@,;:\"/[].=") != std::string_view::npos) return false;
  const std::string name(charset);
  if (!kOurs.charset("", name) || !kGmime.charset("", name)) return false;
  if (word[charset_end + 2] != '?') return false;
  const std::string_view text = word.substr(charset_end + 3);
  if (text.find('?') != std::string_view::npos) return false;
  const char encoding = to_lower(word[charset_end + 1]);
  return encoding == 'q' ? is_q_text(text) : encoding == 'b' && is_b_text(text);
}

}  // namespace

bool holds_whole_encoded_words(std::string_view value) {
  for (size_t at = 0; at < value.size();) {
    const size_t end = std::min(value.find_first_of(" \t", at), value.size());
    const std::string_view word = value.substr(at, end - at);
    if (word.find("=?") != std::string_view::npos && !is_encoded_word(word)) return false;
    at = end + 1;
  }
  return true;
}

bool is_content_type(std::string_view value) { return Grammar(value).is_type(); }

}  // namespace plainbounce::differential
