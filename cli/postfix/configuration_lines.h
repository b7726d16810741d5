#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// main.cf or master.cf as physical lines without their ends.
using ConfigurationLines = std::vector<std::string>;

ConfigurationLines split_lines(std::string_view text);
// Each line ended by "\n".
std::string join_lines(const ConfigurationLines& lines);

// A line as Postfix reads it: one that begins with a blank continues the one above; empty lines and
// lines whose first character is "#" do not count, wherever they stand.
struct LogicalLine {
  size_t first = 0;  // physical lines, the last one included
  size_t last = 0;
  std::string text;  // its pieces, each run of blanks one blank
};
std::vector<LogicalLine> logical_lines(const ConfigurationLines& lines);

// Empty, or a comment.
bool is_ignored_line(std::string_view line);
// Each run of blanks and line ends one blank, none at the ends.
std::string single_spaced(std::string_view text);

// "name = value" of main.cf; a name alone is none.
struct ParameterDefinition {
  size_t first = 0;
  size_t last = 0;
  std::string name;
  std::string value;  // single spaced
};
std::vector<ParameterDefinition> parameter_definitions(const ConfigurationLines& lines);
// Those of one parameter, of which the last one holds.
std::vector<ParameterDefinition> definitions_of(const ConfigurationLines& lines,
                                                std::string_view name);

// The logical line of a service of master.cf; the last of several.
struct ServiceLine {
  size_t first = 0;
  size_t last = 0;
  bool found = false;
};
ServiceLine find_service_line(const ConfigurationLines& lines, std::string_view name,
                              std::string_view type);

}  // namespace plainbounce
