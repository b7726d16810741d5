#include "config/schema.h"

namespace plainbounce {
namespace {

// "# " and the words, wrapped at 78 columns.
std::string comment(const std::string& text) {
  constexpr size_t kWidth = 78;
  std::string out;
  std::string line = "#";
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find(' ', begin);
    if (end == std::string::npos) end = text.size();
    if (line.size() > 1 && line.size() + 1 + (end - begin) > kWidth) {
      out += line + "\n";
      line = "#";
    }
    line += " " + text.substr(begin, end - begin);
    begin = end + 1;
  }
  return out + line + "\n";
}

std::string assignment(const KeySpec& key) {
  return key.name + " =" + (key.default_text.empty() ? "" : " " + key.default_text);
}

// A table's cell: "|" divides cells.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

}  // namespace

std::string SectionSpec::heading() const {
  return argument.empty() ? "[" + name + "]" : "[" + name + " \"" + argument + "\"]";
}

std::string default_ini() {
  std::string out =
      "# Configuration of plainbounce.\n"
      "#\n"
      "# Each key stands here with its meaning and its default; take the \"#\" before a\n"
      "# key away to set it. An empty file works. The files conf.d/*.ini beside this\n"
      "# one are read after it, in name order; what comes later wins.\n"
      "#\n"
      "# A comment begins with \"#\" or \";\" at the start of a line or behind a blank. A\n"
      "# line that begins with a blank continues the value above. Double quotes keep\n"
      "# commas and comment marks in a value. Sizes are bytes or end with K, M or G.\n"
      "# \"plainbounce check\" examines it all.\n";
  for (const SectionSpec& section : configuration_schema()) {
    const bool example = !section.argument.empty();
    out += "\n" + comment(section.documentation);
    out += (example ? "#" : "") + section.heading() + "\n";
    for (const KeySpec& key : section.keys) {
      out += "\n" + comment(key.documentation) + comment("Allowed: " + key.allowed + ".");
      out += "#" + assignment(key) + "\n";
    }
  }
  return out;
}

std::string markdown_table(const SectionSpec& section) {
  std::string out = "| key | default | allowed | meaning |\n| --- | --- | --- | --- |\n";
  for (const KeySpec& key : section.keys) {
    const std::string shown =
        key.default_text.empty() ? "(empty)" : "`" + cell(key.default_text) + "`";
    out += "| `" + key.name + "` | " + shown + " | " + cell(key.allowed) + " | " +
           cell(key.documentation) + " |\n";
  }
  return out;
}

}  // namespace plainbounce
