#include "cli/code_query.h"

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

std::optional<Kind> kind_of_class(char class_digit) {
  if (class_digit == '2') return Kind::kSuccess;
  if (class_digit == '4') return Kind::kTemporary;
  if (class_digit == '5') return Kind::kPermanent;
  return std::nullopt;
}

}  // namespace

bool looks_like_code(std::string_view text) {
  if (text.empty() || text.size() > 16) return false;
  bool digit_seen = false;
  char before = '.';
  for (const char c : text) {
    const bool is_x = to_lower(c) == 'x';
    if (!is_digit(c) && !is_x && c != '.') return false;
    if ((c == '.' || is_x) && before == c) return false;
    digit_seen = digit_seen || is_digit(c);
    before = c;
  }
  return before != '.' && digit_seen;
}

std::optional<CodeEntry> find_asked_code(const KnowledgeBase& knowledge, std::string_view text) {
  if (const CodeEntry* entry = knowledge.find_code(text)) return *entry;
  // "4.3.X" is the subject "X.3.X" seen from one class.
  const bool subject_of_class = text.size() > 4 && text[1] == '.' && kind_of_class(text.front()) &&
                                text[text.size() - 2] == '.' && to_lower(text.back()) == 'x';
  if (!subject_of_class) return std::nullopt;
  const CodeEntry* subject = knowledge.find_code("X" + std::string(text.substr(1)));
  if (subject == nullptr) return std::nullopt;
  CodeEntry entry = *subject;
  entry.code = text.front() + entry.code.substr(1);
  entry.kind = kind_of_class(text.front());
  return entry;
}

}  // namespace plainbounce
