#include "core/render/escape.h"

#include <algorithm>
#include <cstdint>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/base/utf8.h"
#include "core/render/utf8_characters.h"

namespace plainbounce {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }

void append_hex_byte(std::string& out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  out += kHexDigits[byte >> 4U];
  out += kHexDigits[byte & 15U];
}

// "\\uHHHH" of a UTF-16 unit, or of two (RFC 8259 section 7).
void append_json_escape(std::string& out, char32_t point) {
  if (point > 0xFFFF) {
    append_json_escape(out, 0xD800 + ((point - 0x10000) >> 10U));
    point = 0xDC00 + ((point - 0x10000) & 0x3FFU);
  }
  out += "\\u";
  append_hex_byte(out, static_cast<char>(point >> 8U));
  append_hex_byte(out, static_cast<char>(point & 0xFFU));
}

// RFC 2045 section 5.1.
bool is_token_character(char c) {
  return is_printable(c) && c != ' ' &&
         std::string_view("()<>@,;:\\\"/[]?=").find(c) == std::string_view::npos;
}

constexpr bool is_plain_in_html(char c) {
  return is_printable(c) && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
}

size_t plain_html_size(std::string_view text) {
  return static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_plain_in_html) -
                             text.begin());
}

// Of one character; an empty one stands for a byte that begins none.
std::string_view html_of(std::string_view character) {
  if (character.empty()) return kReplacementCharacter;
  switch (character.front()) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return is_control(character.front()) ? " " : character;
  }
}

}  // namespace

bool is_plain_html(std::string_view text) {
  // Without branches, so that the compiler looks at many characters at once; what is not ASCII is
  // below the blank.
  uint8_t others = 0;
  for (const char c : text) {
    const int other = static_cast<uint8_t>(static_cast<signed char>(c) < ' ') +
                      static_cast<uint8_t>(c == '\x7F') + static_cast<uint8_t>(c == '&') +
                      static_cast<uint8_t>(c == '<') + static_cast<uint8_t>(c == '>') +
                      static_cast<uint8_t>(c == '"') + static_cast<uint8_t>(c == '\'');
    others = static_cast<uint8_t>(others | other);
  }
  return others == 0;
}

void append_escaped_for_html(std::string& out, std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t plain = plain_html_size(text.substr(i));
    out += text.substr(i, plain);
    i += plain;
    if (i == text.size()) break;
    const std::string_view character = utf8_character_at(text, i);
    out += html_of(character);
    i += character.empty() ? 1 : character.size();
  }
}

std::string escape_for_html(std::string_view text) {
  std::string out;
  append_escaped_for_html(out, text);
  return out;
}

std::string escape_for_json(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (size_t i = 0; i < text.size();) {
    const auto point = code_point_at(text, i);
    const std::string_view character = text.substr(i, point ? point->size : 1);
    i += character.size();
    if (!point) {
      out += kReplacementCharacter;
    } else if (character == "\"" || character == "\\") {
      out += '\\';
      out += character;
    } else if (character == "\n") {
      out += "\\n";
    } else if (character == "\r") {
      out += "\\r";
    } else if (character == "\t") {
      out += "\\t";
    } else if (is_hidden_character(point->value)) {
      // JSON is looked at in terminals and editors too.
      append_json_escape(out, point->value);
    } else {
      out += character;
    }
  }
  return out;
}

std::string escape_for_log(std::string_view text) {
  std::string out;
  bool quote = text.empty();
  for (const char c : text) {
    if (c == ' ' || c == '"' || c == '=') quote = true;
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (is_printable(c)) {
      out += c;
    } else {
      out += "\\x";
      append_hex_byte(out, c);
    }
  }
  return quote ? "\"" + out + "\"" : out;
}

std::string escape_for_header_parameter(std::string_view text) {
  bool token = !text.empty();
  std::string quoted = "\"";
  for (const char c : text) {
    token = token && is_token_character(c);
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += is_printable(c) ? c : '?';
  }
  return token ? std::string(text) : quoted + "\"";
}

std::optional<std::string> escape_for_reject_footer(std::string_view text) {
  if (printable_size(text) != text.size()) return std::nullopt;
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\\') return std::nullopt;
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

}  // namespace plainbounce
