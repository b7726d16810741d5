#include "cli/check_command.h"

#include <ostream>

#include "cli/whole_configuration.h"
#include "cli/workplace.h"
#include "config/text_file.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

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
  const WholeConfiguration result = read_whole_configuration(request.config);
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
