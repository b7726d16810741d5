#include "config/ini_document.h"

#include <optional>
#include <utility>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

bool is_comment_mark(char c) { return c == '#' || c == ';'; }

// Offset behind the closing quote of the quoted text that begins at `open`, or npos.
size_t behind_quoted(std::string_view text, size_t open) {
  for (size_t i = open + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

std::string undo_escapes(std::string_view quoted) {
  std::string out;
  for (size_t i = 0; i < quoted.size(); ++i) {
    const bool escape = quoted[i] == '\\' && i + 1 < quoted.size() &&
                        (quoted[i + 1] == '"' || quoted[i + 1] == '\\');
    if (escape) ++i;
    out += quoted[i];
  }
  return out;
}

// The value that begins at the start of `text`, without comment and blanks. Nothing when a quote is
// left open. A quote counts where a value or a list's element begins.
std::optional<std::string_view> value_before_comment(std::string_view text) {
  bool at_start = true;
  bool after_blank = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && at_start) {
      i = behind_quoted(text, i);
      if (i == std::string_view::npos) return std::nullopt;
      --i;
      at_start = after_blank = false;
      continue;
    }
    if (is_comment_mark(c) && after_blank) return trim(text.substr(0, i));
    after_blank = is_blank(c);
    if (!after_blank) at_start = c == ',';
  }
  return trim(text);
}

bool is_name(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (!is_alpha(c) && !is_digit(c) && c != '_' && c != '-' && c != '.') return false;
  }
  return true;
}

// "key = value", told from a continued value such as "SRS0=*@*" by the blank before the sign.
bool looks_like_key(std::string_view text) {
  const size_t equals = text.find('=');
  return equals != std::string_view::npos && equals > 1 && is_blank(text[equals - 1]) &&
         is_name(trim(text.substr(0, equals)));
}

bool has_control_character(std::string_view text) {
  for (const char c : text) {
    if ((c >= 0 && c < ' ' && c != '\t') || c == '\x7f') return true;
  }
  return false;
}

class IniReader {
 public:
  IniReader(const std::string& file, std::vector<Error>& errors) : errors_(errors) {
    document_.file = file;
  }

  IniDocument read(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      text.remove_prefix(kByteOrderMark.size());
    }
    while (!text.empty()) {
      const size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      ++line_;
      read_line(line);
    }
    return std::move(document_);
  }

 private:
  void complain(std::string message) {
    errors_.push_back({std::move(message), document_.file, line_});
  }

  void read_line(std::string_view line) {
    const std::string_view content = trim(line);
    if (content.empty() || is_comment_mark(content.front())) return;
    if (!is_utf8(line)) return complain("the line is not UTF-8; save the file as UTF-8");
    if (has_control_character(line)) {
      return complain("a control character stands in the line; take it out");
    }
    if (is_blank(line.front())) return continue_value(content);
    can_continue_ = false;
    if (content.front() == '[') {
      read_section(content);
    } else {
      read_entry(content);
    }
  }

  void read_section(std::string_view content) {
    in_section_ = false;
    const std::string_view inside = trim(content.substr(1));
    size_t end = 0;
    while (end < inside.size() && inside[end] != ']' && inside[end] != '"') ++end;
    IniSection section;
    section.line = line_;
    section.name = to_lower(trim(inside.substr(0, end)));
    std::string_view rest = inside.substr(end);
    if (!rest.empty() && rest.front() == '"') {
      const size_t behind = behind_quoted(rest, 0);
      if (behind == std::string_view::npos) return complain_about_section();
      section.argument = undo_escapes(rest.substr(1, behind - 2));
      section.has_argument = true;
      rest = trim(rest.substr(behind));
    }
    if (rest.empty() || rest.front() != ']' || !is_name(section.name)) {
      return complain_about_section();
    }
    rest = trim(rest.substr(1));
    if (!rest.empty() && !is_comment_mark(rest.front())) return complain_about_section();
    document_.sections.push_back(std::move(section));
    in_section_ = true;
  }

  void complain_about_section() {
    // Its keys cannot be placed; one error says it, not one for each of them.
    skip_ = true;
    complain("a section is written [name] or [domain \"example.org\"]");
  }

  void read_entry(std::string_view content) {
    const size_t equals = content.find('=');
    const std::string_view key = trim(content.substr(0, equals));
    if (equals == std::string_view::npos || !is_name(key)) {
      return complain("no \"key = value\"; a comment begins with # or ;");
    }
    if (!in_section_) {
      if (!skip_) complain("\"" + std::string(key) + "\" stands before any [section]");
      return;
    }
    const auto value = value_before_comment(content.substr(equals + 1));
    if (!value) return complain("the quote that begins the value is not closed");
    document_.sections.back().entries.push_back({to_lower(key), std::string(*value), line_});
    can_continue_ = true;
  }

  void continue_value(std::string_view content) {
    if (!in_section_ && skip_) return;
    if (!can_continue_) {
      return complain("an indented line continues the value above, but there is none");
    }
    if (looks_like_key(content)) {
      return complain(
          "an indented line continues the value above; a key begins at the start of the line");
    }
    const auto value = value_before_comment(content);
    if (!value) return complain("the quote that begins the value is not closed");
    std::string& whole = document_.sections.back().entries.back().value;
    if (!whole.empty() && !value->empty()) whole += ' ';
    whole += *value;
  }

  IniDocument document_;
  std::vector<Error>& errors_;
  size_t line_ = 0;
  bool in_section_ = false;
  bool skip_ = false;
  bool can_continue_ = false;
};

}  // namespace

IniDocument parse_ini(std::string_view text, const std::string& file, std::vector<Error>& errors) {
  return IniReader(file, errors).read(text);
}

Result<std::string> unquote(std::string_view value) {
  if (value.empty() || value.front() != '"') return std::string(value);
  const size_t behind = behind_quoted(value, 0);
  if (behind == std::string_view::npos) {
    return fail("the quote that begins the value is not closed");
  }
  if (behind != value.size()) {
    return fail("text stands behind the closing quote; write \\\" for a quote within quotes");
  }
  return undo_escapes(value.substr(1, behind - 2));
}

Result<std::vector<std::string>> split_list(std::string_view value) {
  std::vector<std::string> elements;
  value = trim(value);
  while (!value.empty()) {
    size_t search_from = 0;
    if (value.front() == '"') {
      search_from = behind_quoted(value, 0);
      if (search_from == std::string_view::npos) search_from = value.size();
    }
    const size_t comma = value.find(',', search_from);
    auto element = unquote(trim(value.substr(0, comma)));
    if (!element) return tl::unexpected<Error>(element.error());
    if (!element->empty()) elements.push_back(std::move(*element));
    value = comma == std::string_view::npos ? std::string_view{} : trim(value.substr(comma + 1));
  }
  return elements;
}

}  // namespace plainbounce
