#include "cli/doctor_text.h"

#include <algorithm>

#include "cli/doctor/bounce_trial.h"
#include "core/base/concat.h"
#include "core/mime/charset.h"
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

size_t count_of(const CheckResults& results, Health health) {
  return static_cast<size_t>(
      std::count_if(results.begin(), results.end(),
                    [health](const CheckResult& result) { return result.health == health; }));
}

std::string detail(const CheckResult& result, const Console& console) {
  std::string out = "\n" + console.bold(result.check) + "\n";
  out += wrap_for_terminal(escape_for_terminal(result.says), 2);
  if (!result.means.empty()) out += wrap_for_terminal(escape_for_terminal(result.means), 2);
  if (result.mend.empty()) return out;
  out += result.mend.size() == 1 ? "  This line mends it:\n" : "  These lines mend it:\n";
  for (const std::string& line : result.mend) out += "    " + escape_for_terminal(line) + "\n";
  return out;
}

std::string summary(const CheckResults& results) {
  std::string out = std::to_string(results.size()) + " checks: ";
  bool first = true;
  for (const Health health : {Health::kOk, Health::kWarning, Health::kProblem, Health::kUnknown}) {
    const size_t count = count_of(results, health);
    if (count == 0) continue;
    out += concat({first ? "" : ", ", std::to_string(count), " ", state_word(health)});
    if (count > 1 && (health == Health::kWarning || health == Health::kProblem)) out += "s";
    first = false;
  }
  return out + "\n";
}

}  // namespace

std::string doctor_text(const CheckResults& results, const Console& console) {
  std::string out;
  for (const CheckResult& result : results) {
    out += coloured_state(result.health, console) + padded(result.check, kNameColumns) +
           escape_for_terminal(result.says) + "\n";
  }
  for (const Health health : {Health::kProblem, Health::kWarning, Health::kUnknown}) {
    for (const CheckResult& result : results) {
      if (result.health == health) out += detail(result, console);
    }
  }
  return out + "\n" + summary(results);
}

std::string bounce_text(const std::string& bounce, const Console& console) {
  std::string out = "\n" + console.bold("The bounce that came back") + "\n\n";
  const std::string text = readable_bounce(bounce);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool has_return = !line.empty() && line.back() == '\r';
    const std::string shown =
        escape_for_terminal(line.substr(0, line.size() - (has_return ? 1 : 0)));
    out += shown.empty() ? "\n" : "  " + shown + "\n";
  }
  return out;
}

std::string doctor_json(const CheckResults& results, const std::string& bounce) {
  JsonWriter json;
  json.begin_object();
  json.key("ok").value(count_of(results, Health::kOk) == results.size());
  json.key("checks").begin_array();
  for (const CheckResult& result : results) {
    json.begin_object();
    json.key("check").value(result.check);
    json.key("state").value(state_word(result.health));
    json.key("says").value(result.says);
    json.key("means").value_or_null(result.means);
    json.key("mend").begin_array();
    for (const std::string& line : result.mend) json.value(line);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("bounce").value_or_null(guess_utf8(bounce));
  json.end_object();
  return json.text() + "\n";
}

}  // namespace plainbounce
