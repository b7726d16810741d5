#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plainbounce {

// "key = value" of an INI file. The value is trimmed, without its comment, continuation lines
// joined by one blank; quotes still stand in it (unquote() and split_list() take them off).
struct IniEntry {
  std::string key;  // lower case
  std::string value;
  size_t line = 0;
};

// "[name]" or "[name "argument"]" and what stands below it. One that occurs twice stands twice.
struct IniSection {
  std::string name;  // lower case
  std::string argument;
  bool has_argument = false;
  size_t line = 0;
  std::vector<IniEntry> entries;
};

struct IniDocument {
  std::string file;
  std::vector<IniSection> sections;
};

// Reads INI text: "#" and ";" begin a comment at the start of a line, at the start of a value and
// behind a blank; double quotes keep such marks and commas in a value; a line that begins with a
// blank continues the value above. LF and CRLF, a byte order mark, lines of any length. All lines
// that cannot be read come back as errors in `errors`; the rest is read all the same.
IniDocument parse_ini(std::string_view text, const std::string& file, std::vector<Error>& errors);

// A value without its quotes; "\"" and "\\" within them are undone. Fails when text stands behind
// the closing quote.
Result<std::string> unquote(std::string_view value);
// The elements of a list: divided by commas, trimmed, each unquoted; empty ones are left out.
Result<std::vector<std::string>> split_list(std::string_view value);

}  // namespace plainbounce
