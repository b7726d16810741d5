#include "cli/doctor/milter_list_lines.h"

#include "cli/postfix/list_words.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// The parameter that lists the milters of such a service.
const char* parameter_of(const MasterService& service) {
  return service.command == "smtpd" ? "smtpd_milters" : "non_smtpd_milters";
}

std::string written_text(const PostfixExamination& examination, const MilterUse& use) {
  if (use.parameter.empty()) {
    return use.service->option(parameter_of(*use.service)).value_or(std::string());
  }
  const auto found = examination.postfix.set.find(use.parameter);
  return found == examination.postfix.set.end() ? examination.postfix.value(use.parameter)
                                                : found->second;
}

}  // namespace

std::optional<std::string> without_blanks(std::string_view list) {
  const auto words = split_postfix_list(list);
  if (!words) return std::nullopt;
  std::string text;
  for (const std::string_view word : *words) {
    std::string element(word);
    if (word.front() == '{') {
      const auto pieces = split_postfix_list(without_braces(word));
      if (!pieces) return std::nullopt;
      element.clear();
      for (const std::string_view piece : *pieces) {
        element += concat({element.empty() ? "{" : ",", piece});
      }
      element += "}";
    }
    text += (text.empty() ? "" : ",") + element;
  }
  if (text.find_first_of(kBlanks) != std::string::npos) return std::nullopt;
  return text;
}

std::optional<MilterUse> as_written(const PostfixExamination& examination, const MilterUse& use) {
  auto entries = parse_milter_list(written_text(examination, use));
  if (!entries) return std::nullopt;
  MilterUse written;
  written.service = use.service;
  written.parameter = use.parameter;
  written.entries = std::move(*entries);
  const WorkingPlace place = examination.working_place(*use.service);
  for (size_t i = 0; i < written.entries.size() && !written.own; ++i) {
    const MilterEntry& entry = written.entries[i];
    const bool is_name = entry.text.front() == '$';
    if (!is_name && is_own_entry(entry, examination.settings().milter.socket, place)) {
      written.own = i;
    }
  }
  return written;
}

std::string list_text(const std::vector<MilterEntry>& entries) {
  std::string list;
  for (const MilterEntry& entry : entries) list += (list.empty() ? "" : " ") + entry.text;
  return list;
}

std::vector<std::string> list_lines(const PostfixExamination& examination, const MilterUse& use,
                                    const std::function<void(MilterUse&)>& edit) {
  auto written = as_written(examination, use);
  if (!written || !written->own) return {};
  edit(*written);
  const std::string list = list_text(written->entries);
  const PostfixCommands& commands = examination.commands;
  if (!use.parameter.empty()) return {commands.set(use.parameter, list), commands.reload()};
  const auto word = without_blanks(list);
  if (!word) return {};
  return {commands.set_for(*use.service, parameter_of(*use.service), *word), commands.reload()};
}

}  // namespace plainbounce
