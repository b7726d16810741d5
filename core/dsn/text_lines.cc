#include "core/dsn/text_lines.h"

#include <algorithm>
#include <cstdint>

#include "core/base/ascii.h"
#include "core/mime/charset.h"

namespace plainbounce {

namespace {

bool is_control(char c) { return static_cast<uint8_t>(c) < 0x20 || c == '\x7F'; }

// A C1 control character (U+0080 to U+009F), which Latin-1 guesses produce from other charsets.
bool is_c1_control(std::string_view text, size_t at) {
  return text[at] == '\xC2' && at + 1 < text.size() && static_cast<uint8_t>(text[at + 1]) < 0xA0;
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  lines.reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find('\n', begin);
    const bool last = end == std::string_view::npos;
    if (last) end = text.size();
    std::string_view line = text.substr(begin, end - begin);
    if (!last && !line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    begin = end + 1;
  }
  return lines;
}

std::string_view cut_utf8(std::string_view utf8, size_t max_bytes) {
  if (utf8.size() <= max_bytes) return utf8;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<uint8_t>(utf8[end]) & 0xC0U) == 0x80U) --end;
  return utf8.substr(0, end);
}

std::string one_line(std::string_view bytes, size_t max_bytes) {
  if (printable_size(bytes) == bytes.size()) {
    return std::string(trim(cut_utf8(trim(bytes), max_bytes)));
  }
  std::string guessed;
  if (!is_utf8(bytes)) bytes = guessed = guess_utf8(bytes);
  std::string text;
  text.reserve(bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t plain = printable_size(bytes.substr(i));
    text += bytes.substr(i, plain);
    i += plain;
    if (i == bytes.size()) break;
    const bool c1 = is_c1_control(bytes, i);
    text += c1 || is_control(bytes[i]) ? ' ' : bytes[i];
    if (c1) ++i;
  }
  text.assign(trim(cut_utf8(trim(text), max_bytes)));
  return text;
}

std::string clean_lines(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  for (size_t i = 0; i < utf8.size(); ++i) {
    const size_t plain = printable_size(utf8.substr(i));
    out += utf8.substr(i, plain);
    i += plain;
    if (i == utf8.size()) break;
    const char c = utf8[i];
    if (c == '\r' && i + 1 < utf8.size() && utf8[i + 1] == '\n') continue;
    if (is_c1_control(utf8, i)) {
      out += ' ';
      ++i;
    } else {
      out += is_control(c) && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

bool begins_with_failure_code(std::string_view line) {
  if (line.size() < 3 || (line[0] != '4' && line[0] != '5')) return false;
  if (!is_digit(line[1]) || !is_digit(line[2])) return false;
  return line.size() == 3 || line[3] == ' ' || line[3] == '-';
}

}  // namespace plainbounce
