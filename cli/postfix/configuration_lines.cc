#include "cli/postfix/configuration_lines.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"

namespace plainbounce {

ConfigurationLines split_lines(std::string_view text) {
  ConfigurationLines lines;
  while (!text.empty()) {
    lines.emplace_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

std::string join_lines(const ConfigurationLines& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line;
    text += '\n';
  }
  return text;
}

bool is_ignored_line(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || text.front() == '#';
}

std::string single_spaced(std::string_view text) {
  std::string out;
  for (const char c : trim(text)) {
    if (!is_space(c)) {
      out += c;
    } else if (out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

std::vector<LogicalLine> logical_lines(const ConfigurationLines& lines) {
  std::vector<LogicalLine> logical;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (is_ignored_line(line)) continue;
    if (is_space(line.front()) && !logical.empty()) {
      logical.back().last = i;
      logical.back().text += " " + single_spaced(line);
    } else {
      logical.push_back({i, i, single_spaced(line)});
    }
  }
  return logical;
}

std::vector<ParameterDefinition> parameter_definitions(const ConfigurationLines& lines) {
  std::vector<ParameterDefinition> definitions;
  for (const LogicalLine& line : logical_lines(lines)) {
    const std::string_view text = line.text;
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    definitions.push_back({line.first, line.last, std::string(trim(text.substr(0, equals))),
                           std::string(trim(text.substr(equals + 1)))});
  }
  return definitions;
}

std::vector<ParameterDefinition> definitions_of(const ConfigurationLines& lines,
                                                std::string_view name) {
  std::vector<ParameterDefinition> all = parameter_definitions(lines);
  all.erase(std::remove_if(all.begin(), all.end(),
                           [name](const ParameterDefinition& one) { return one.name != name; }),
            all.end());
  return all;
}

ServiceLine find_service_line(const ConfigurationLines& lines, std::string_view name,
                              std::string_view type) {
  const std::string front = std::string(name) + " " + std::string(type) + " ";
  ServiceLine found;
  for (const LogicalLine& line : logical_lines(lines)) {
    if (line.text.compare(0, front.size(), front) == 0) found = {line.first, line.last, true};
  }
  return found;
}

}  // namespace plainbounce
