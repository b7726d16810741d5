#include "cli/check_command.h"

#include <ostream>

#include "cli/workplace.h"
#include "config/host_name.h"
#include "config/policy.h"
#include "config/text_file.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

struct CheckResult {
  std::vector<Error> findings;
  std::vector<Error> notices;
  size_t codes = 0;
  size_t rules = 0;
};

void append(std::vector<Error>& all, const std::vector<Error>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Configuration and knowledge are examined both, whatever the first one has shown.
CheckResult examine(const std::string& config) {
  CheckResult result;
  const auto loaded = load_settings(config);
  if (!loaded) append(result.findings, loaded.error());
  const Settings settings = loaded ? *loaded : Settings{};
  result.notices = settings.notices;
  const auto knowledge = load_knowledge(settings.knowledge.overlay);
  if (!knowledge) {
    append(result.findings, knowledge.error());
    return result;
  }
  result.codes = (*knowledge)->codes().size();
  result.rules = (*knowledge)->rules().size();
  append(result.findings, check_languages(settings, (*knowledge)->languages()));
  const auto policy = to_policy(settings, host_name(), program_version(), 0);
  if (!policy) result.findings.push_back(policy.error());
  return result;
}

void write_list(JsonWriter& json, std::string_view key, const std::vector<Error>& errors) {
  json.key(key).begin_array();
  for (const Error& error : errors) {
    json.begin_object();
    json.key("file").value_or_null(error.file);
    json.key("line");
    if (error.line > 0) {
      json.value(static_cast<int64_t>(error.line));
    } else {
      json.null();
    }
    json.key("message").value(error.message);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

ExitStatus run_check(const CheckRequest& request, const Console& console) {
  if (!request.config.empty()) {
    const auto readable = read_text_file(request.config);
    if (!readable) {
      console.complain(to_string(readable.error()));
      return ExitStatus::kUsage;
    }
  }
  const CheckResult result = examine(request.config);
  if (request.json) {
    JsonWriter json;
    json.begin_object();
    json.key("ok").value(result.findings.empty());
    write_list(json, "findings", result.findings);
    write_list(json, "notices", result.notices);
    json.end_object();
    console.out << json.text() << "\n";
  } else {
    report(result.findings, console);
    for (const Error& notice : result.notices) {
      console.err << "note: " << escape_for_terminal(to_string(notice)) << "\n";
    }
  }
  if (!result.findings.empty()) return ExitStatus::kNo;
  if (!request.json) {
    console.out << "no errors; " << result.codes << " codes, " << result.rules << " rules\n";
  }
  return ExitStatus::kDone;
}

}  // namespace plainbounce
