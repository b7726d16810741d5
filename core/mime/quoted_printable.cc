#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

constexpr size_t kLineWidth = 76;

// Appends one encoded line without its line end; true when the line end is a soft break.
bool decode_line(std::string_view line, std::string& out) {
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '=') {
      out += line[i];
      continue;
    }
    if (i + 1 == line.size()) return true;
    const auto byte = hex_byte(line, i + 1);
    out += byte ? *byte : '=';
    if (byte) i += 2;
  }
  return false;
}

// "From " at the start of a line and a line of one dot are changed by some programs on the way.
bool is_fragile(std::string_view line, size_t at) {
  return at == 0 && (line == "." || line.substr(0, 5) == "From ");
}

void encode_line(std::string_view line, std::string& out) {
  size_t column = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool last = i + 1 == line.size();
    const bool plain = (is_printable(c) || c == '\t') && c != '=' && !(last && is_blank(c)) &&
                       !is_fragile(line, i);
    const size_t size = plain ? 1 : 3;
    // The last column is kept free for the "=" of a soft break, except at the end of the line.
    if (column + size > (last ? kLineWidth : kLineWidth - 1)) {
      out += "=\r\n";
      column = 0;
    }
    if (plain) {
      out += c;
    } else {
      out += '=';
      append_hex_byte(out, c);
    }
    column += size;
  }
}

}  // namespace

std::string decode_quoted_printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  size_t at = 0;
  while (at < text.size()) {
    const size_t feed = text.find('\n', at);
    const size_t next = feed == std::string_view::npos ? text.size() : feed + 1;
    size_t line_end = feed == std::string_view::npos ? text.size() : feed;
    if (feed != std::string_view::npos && line_end > at && text[line_end - 1] == '\r') --line_end;
    const bool soft = decode_line(text.substr(at, line_end - at), out);
    if (!soft) out += text.substr(line_end, next - line_end);
    at = next;
  }
  return out;
}

std::string encode_quoted_printable(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  size_t at = 0;
  while (at < text.size()) {
    const size_t feed = text.find('\n', at);
    if (feed == std::string_view::npos) {
      encode_line(text.substr(at), out);
      break;
    }
    const size_t line_end = feed > at && text[feed - 1] == '\r' ? feed - 1 : feed;
    encode_line(text.substr(at, line_end - at), out);
    out += "\r\n";
    at = feed + 1;
  }
  return out;
}

}  // namespace plainbounce
