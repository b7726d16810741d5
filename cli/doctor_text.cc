#include "cli/doctor_text.h"

#include <algorithm>

#include "core/base/concat.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

constexpr size_t kStateColumns = 13;
constexpr size_t kNameColumns = 17;

std::string_view state_word(Health health) {
  switch (health) {
    case Health::kOk:
      return "ok";
    case Health::kWarning:
      return "warning";
    case Health::kProblem:
      return "problem";
    case Health::kUnknown:
      return "not examined";
  }
  return "";
}

std::string padded(std::string_view text, size_t columns) {
  std::string out(text);
  out.resize(std::max(columns, text.size() + 1), ' ');
  return out;
}

std::string coloured_state(Health health, const Console& console) {
  const std::string word = padded(state_word(health), kStateColumns);
  switch (health) {
    case Health::kOk:
      return console.green(word);
    case Health::kProblem:
      return console.red(word);
    case Health::kWarning:
    case Health::kUnknown:
      break;
  }
  return console.yellow(word);
}

size_t count_of(const Findings& findings, Health health) {
  return static_cast<size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [health](const Finding& finding) { return finding.health == health; }));
}

std::string detail(const Finding& finding, const Console& console) {
  std::string out = "\n" + console.bold(finding.check) + "\n";
  out += wrap_for_terminal(escape_for_terminal(finding.says), 2);
  if (!finding.means.empty()) out += wrap_for_terminal(escape_for_terminal(finding.means), 2);
  if (finding.mend.empty()) return out;
  out += finding.mend.size() == 1 ? "  This line mends it:\n" : "  These lines mend it:\n";
  for (const std::string& line : finding.mend) out += "    " + escape_for_terminal(line) + "\n";
  return out;
}

std::string summary(const Findings& findings) {
  std::string out = std::to_string(findings.size()) + " checks: ";
  bool first = true;
  for (const Health health : {Health::kOk, Health::kWarning, Health::kProblem, Health::kUnknown}) {
    const size_t count = count_of(findings, health);
    if (count == 0) continue;
    out += concat({first ? "" : ", ", std::to_string(count), " ", state_word(health)});
    if (count > 1 && (health == Health::kWarning || health == Health::kProblem)) out += "s";
    first = false;
  }
  return out + "\n";
}

}  // namespace

std::string doctor_text(const Findings& findings, const Console& console) {
  std::string out;
  for (const Finding& finding : findings) {
    out += coloured_state(finding.health, console) + padded(finding.check, kNameColumns) +
           escape_for_terminal(finding.says) + "\n";
  }
  for (const Health health : {Health::kProblem, Health::kWarning, Health::kUnknown}) {
    for (const Finding& finding : findings) {
      if (finding.health == health) out += detail(finding, console);
    }
  }
  return out + "\n" + summary(findings);
}

std::string doctor_json(const Findings& findings) {
  JsonWriter json;
  json.begin_object();
  json.key("ok").value(count_of(findings, Health::kOk) == findings.size());
  json.key("checks").begin_array();
  for (const Finding& finding : findings) {
    json.begin_object();
    json.key("check").value(finding.check);
    json.key("state").value(state_word(finding.health));
    json.key("says").value(finding.says);
    json.key("means").value_or_null(finding.means);
    json.key("mend").begin_array();
    for (const std::string& line : finding.mend) json.value(line);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.text() + "\n";
}

}  // namespace plainbounce
