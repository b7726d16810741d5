#include "tests/support/language_copy.h"

#include <sstream>

#include "tests/support/files.h"

namespace plainbounce::testing {
namespace {

// Where the line's text begins, behind the opening quote; npos where it has none.
size_t text_begin(const std::string& line) {
  const size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos || line[first] == '#' || line[first] == '[')
    return std::string::npos;
  const size_t quote = line.find('"');
  return quote == std::string::npos ? quote : quote + 1;
}

}  // namespace

std::string english_texts() { return read_file(source_path("core/knowledge/text/en.toml")); }

std::string copy_of_language(const std::string& toml, const std::string& id,
                             const std::string& prefix) {
  std::istringstream in(toml);
  std::string out;
  std::string line;
  bool in_head = true;
  while (std::getline(in, line)) {
    if (line == "[frame]") in_head = false;
    const size_t begin = text_begin(line);
    if (in_head && line.rfind("id = ", 0) == 0) {
      line = "id = \"" + id + "\"";
    } else if (!in_head && begin != std::string::npos) {
      line.insert(begin, prefix);
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace plainbounce::testing
