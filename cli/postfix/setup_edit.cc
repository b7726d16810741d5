#include "cli/postfix/setup_edit.h"

#include <algorithm>

#include "cli/postfix/configuration_lines.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr size_t kColumns = 79;
constexpr std::string_view kOptionsWhy = "to the service at the end of this file.";

void put_out_of_force(ConfigurationLines& lines, const std::string& name) {
  for (const ParameterDefinition& definition : definitions_of(lines, name)) {
    for (size_t i = definition.first; i <= definition.last; ++i) {
      if (!is_ignored_line(lines[i])) lines[i] = concat({kFormerMark, lines[i]});
    }
  }
}

// The sentence as comments of at most 79 columns.
ConfigurationLines comment(std::string_view why) {
  ConfigurationLines lines;
  while (!why.empty()) {
    const std::string_view word = why.substr(0, why.find(' '));
    why.remove_prefix(std::min(word.size() + 1, why.size()));
    if (lines.empty() || lines.back().size() + 1 + word.size() > kColumns) {
      lines.push_back(concat({kSetupMark, word}));
    } else {
      lines.back() += concat({" ", word});
    }
  }
  return lines;
}

void append(ConfigurationLines& lines, std::string_view why, const std::vector<std::string>& more) {
  const ConfigurationLines comments = comment(why);
  lines.insert(lines.end(), comments.begin(), comments.end());
  lines.insert(lines.end(), more.begin(), more.end());
}

void insert_options(ConfigurationLines& lines, const PlannedOptions& planned) {
  const ServiceLine found = find_service_line(lines, planned.service, "unix");
  if (!found.found) return;
  ConfigurationLines added = comment(kOptionsWhy);
  for (const ServiceOption& option : planned.options) {
    added.push_back(concat({"    -o ", option.name, "=", option.value}));
  }
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(found.last) + 1, added.begin(),
               added.end());
}

}  // namespace

bool is_setup_mark(std::string_view line) {
  return line.substr(0, kSetupMark.size()) == kSetupMark;
}

std::string add_parameters(std::string_view main_text, const SetupPlan& plan) {
  ConfigurationLines lines = split_lines(main_text);
  for (const PlannedParameter& parameter : plan.parameters) {
    put_out_of_force(lines, parameter.name);
    append(lines, parameter.why, parameter.lines);
  }
  return join_lines(lines);
}

std::string add_services(std::string_view master_text, const SetupPlan& plan) {
  ConfigurationLines lines = split_lines(master_text);
  for (const PlannedOptions& planned : plan.options) insert_options(lines, planned);
  if (plan.service) append(lines, plan.service->why, plan.service->lines);
  return join_lines(lines);
}

}  // namespace plainbounce
