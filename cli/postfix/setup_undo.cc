#include "cli/postfix/setup_undo.h"

#include <algorithm>
#include <optional>
#include <set>

#include "cli/postfix/configuration_lines.h"
#include "cli/postfix/list_words.h"
#include "cli/postfix/setup_edit.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

bool is_former(std::string_view line) { return line.substr(0, kFormerMark.size()) == kFormerMark; }

// Comments in between stay.
void erase_logical_line(ConfigurationLines& lines, size_t first, size_t last) {
  for (size_t i = last + 1; i-- > first;) {
    if (!is_ignored_line(lines[i])) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void erase_marks(ConfigurationLines& lines) {
  lines.erase(std::remove_if(
                  lines.begin(), lines.end(),
                  [](const std::string& line) { return is_setup_mark(line) && !is_former(line); }),
              lines.end());
}

void undo_parameter(ConfigurationLines& lines, const SetupRecord::Parameter& recorded,
                    std::vector<std::string>& kept) {
  const std::vector<ParameterDefinition> definitions = definitions_of(lines, recorded.name);
  for (auto it = definitions.rbegin(); it != definitions.rend(); ++it) {
    if (it->value == recorded.value) {
      erase_logical_line(lines, it->first, it->last);
    } else {
      kept.push_back(concat({"main.cf: ", it->name, " = ", it->value, " was set since and stays"}));
    }
  }
}

// Lines out of force come back into force, but for those of a parameter that is set again.
void restore_former(ConfigurationLines& lines) {
  std::set<std::string> set_again;
  for (ParameterDefinition& one : parameter_definitions(lines)) {
    set_again.insert(std::move(one.name));
  }
  bool stays_out = false;
  for (std::string& line : lines) {
    if (!is_former(line)) continue;
    line.erase(0, kFormerMark.size());
    if (!line.empty() && !is_space(line.front())) {
      const std::string_view text = line;
      stays_out = set_again.count(std::string(trim(text.substr(0, text.find('='))))) > 0;
    }
    if (stays_out) line.insert(0, "# ");
  }
}

// The line without "-o name=value"; nothing: it is not there.
std::optional<std::string> without_option(const std::string& line, const ServiceOption& option) {
  const auto words = split_postfix_list(line, " \t\r\n");
  if (!words) return {};
  const std::string text = concat({option.name, "=", option.value});
  for (size_t i = 0; i + 1 < words->size(); ++i) {
    if ((*words)[i] != "-o" || (*words)[i + 1] != text) continue;
    const auto begin = static_cast<size_t>((*words)[i].data() - line.data());
    const auto end = static_cast<size_t>((*words)[i + 1].data() - line.data()) + text.size();
    std::string rest = line.substr(0, begin) + line.substr(end);
    rest.erase(rest.find_last_not_of(" \t") + 1);
    return rest;
  }
  return {};
}

bool cut_option(ConfigurationLines& lines, const ServiceLine& where, const ServiceOption& option) {
  for (size_t i = where.first; i <= where.last; ++i) {
    if (is_ignored_line(lines[i])) continue;
    const auto rest = without_option(lines[i], option);
    if (!rest) continue;
    if (rest->empty()) {
      erase_logical_line(lines, i, i);
    } else {
      lines[i] = *rest;
    }
    return true;
  }
  return false;
}

Result<MasterService> service_at(const ConfigurationLines& lines, const ServiceLine& where) {
  std::string text;
  for (size_t i = where.first; i <= where.last; ++i) {
    if (!is_ignored_line(lines[i])) text += lines[i] + " ";
  }
  return parse_master_service(text);
}

void undo_option(ConfigurationLines& lines, const SetupRecord::Option& recorded,
                 std::vector<std::string>& kept) {
  const ServiceLine where = find_service_line(lines, recorded.service, "unix");
  if (!where.found || cut_option(lines, where, recorded.option)) return;
  const auto service = service_at(lines, where);
  const auto value = service ? service->option(recorded.option.name) : std::nullopt;
  if (!value) return;
  kept.push_back(concat({"master.cf: ", recorded.service, " has -o ", recorded.option.name, "=",
                         *value, " by now, which stays"}));
}

// A service of master.cf that sends its messages to `cleanup`; empty: none does.
std::string user_of(const ConfigurationLines& lines, const std::string& cleanup) {
  for (const LogicalLine& line : logical_lines(lines)) {
    const auto service = parse_master_service(line.text);
    if (service && service->option("cleanup_service_name") == cleanup) return service->name;
  }
  return {};
}

void undo_service(ConfigurationLines& lines, const SetupRecord::Service& recorded,
                  const ConfigurationLines& main, std::vector<std::string>& kept) {
  const ServiceLine where = find_service_line(lines, recorded.name, "unix");
  if (!where.found) return;
  std::string user = user_of(lines, recorded.name);
  const auto names = definitions_of(main, "cleanup_service_name");
  if (!names.empty() && names.back().value == recorded.name) user = "main.cf";
  const auto present = service_at(lines, where);
  const auto written = parse_master_service(recorded.text);
  const bool same = present && written && canonical_text(*present) == canonical_text(*written);
  if (same && user.empty()) {
    erase_logical_line(lines, where.first, where.last);
  } else {
    kept.push_back(concat({"master.cf: the service ", recorded.name,
                           same ? " is used by " + user : std::string(" was changed since"),
                           same ? " by now and stays" : " and stays"}));
  }
}

}  // namespace

UndoneSetup undo_setup(std::string_view main_text, std::string_view master_text,
                       const SetupRecord& record) {
  UndoneSetup undone;
  ConfigurationLines main = split_lines(main_text);
  ConfigurationLines master = split_lines(master_text);
  // The marks within a logical line go first, so that its last line is one of its own.
  erase_marks(main);
  erase_marks(master);
  for (const auto& parameter : record.parameters) undo_parameter(main, parameter, undone.kept);
  restore_former(main);
  for (const auto& option : record.options) undo_option(master, option, undone.kept);
  for (const auto& service : record.services) undo_service(master, service, main, undone.kept);
  undone.main_text = join_lines(main);
  undone.master_text = join_lines(master);
  undone.changed = undone.main_text != main_text || undone.master_text != master_text;
  return undone;
}

}  // namespace plainbounce
