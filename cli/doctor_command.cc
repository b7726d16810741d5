#include "cli/doctor_command.h"

#include <algorithm>
#include <ostream>

#include "cli/doctor/bounce_trial.h"
#include "cli/doctor/examine.h"
#include "cli/doctor/system_probe.h"
#include "cli/doctor_text.h"
#include "cli/whole_configuration.h"
#include "cli/workplace.h"
#include "config/text_file.h"

namespace plainbounce {
namespace {

// What stands in the named file cannot be told from the defaults when it is not read.
bool can_be_read(const std::string& config, const Console& console) {
  if (config.empty()) return true;
  const auto text = read_text_file(config);
  if (!text) console.complain(to_string(text.error()));
  return text.has_value();
}

TrialOutcome send_a_message(const DoctorRequest& request, const Examination& examination) {
  const auto postfix = examination.probe.postfix(examination.postfix_directory);
  if (!postfix) {
    return {not_examined("test-bounce", "no test message was sent", postfix.error().message), {}};
  }
  return try_a_bounce(
      examination, *postfix,
      {request.sender, request.recipient, request.mailbox, std::chrono::seconds(request.patience)});
}

}  // namespace

ExitStatus run_doctor(const DoctorRequest& request, const Console& console) {
  if (!can_be_read(request.config, console)) return ExitStatus::kUsage;
  const WholeConfiguration whole = read_whole_configuration(request.config);
  const SystemProbe probe;
  Examination examination{probe, program_version(), request.config};
  examination.settings = whole.settings;
  examination.errors = whole.findings;
  examination.notices = whole.notices;
  examination.knowledge_summary =
      std::to_string(whole.codes) + " codes, " + std::to_string(whole.rules) + " rules";
  examination.postfix_directory = request.postfix_config;
  examination.sendmail_file = request.sendmail_config;
  CheckResults results = examine(examination);
  std::string bounce;
  if (request.send) {
    TrialOutcome outcome = send_a_message(request, examination);
    results.push_back(std::move(outcome.result));
    bounce = std::move(outcome.bounce);
  }
  console.out << (request.json ? doctor_json(results, bounce) : doctor_text(results, console));
  if (!request.json && !bounce.empty()) console.out << bounce_text(bounce, console);
  const bool healthy = std::all_of(results.begin(), results.end(), [](const CheckResult& result) {
    return result.health == Health::kOk;
  });
  return healthy ? ExitStatus::kDone : ExitStatus::kNo;
}

}  // namespace plainbounce
