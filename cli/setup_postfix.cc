#include "cli/setup_postfix.h"

#include <unistd.h>

#include <ostream>

#include "cli/postfix/setup_apply.h"
#include "cli/postfix/setup_plan.h"
#include "cli/postfix/setup_report.h"
#include "cli/postfix/shell_word.h"
#include "cli/workplace.h"
#include "config/host_name.h"
#include "config/policy.h"
#include "config/text_file.h"

namespace plainbounce {
namespace {

using Findings = std::vector<Error>;

// What the daemon would say about its configuration with this 50-setup.ini.
Findings check_with(const std::string& config, const std::string& ini) {
  const auto settings = load_settings_with(config, kSetupIniName, ini);
  if (!settings) return settings.error();
  const auto knowledge = load_knowledge(settings->knowledge.overlay);
  if (!knowledge) return knowledge.error();
  Findings findings = check_languages(*settings, (*knowledge)->languages());
  const auto policy = to_policy(*settings, host_name(), program_version(), 0);
  if (!policy) findings.push_back(policy.error());
  return findings;
}

// Two instances may share one daemon: then what the other one's set-up wrote is configuration.
tl::expected<Settings, Findings> settings_beside(const SetupRequest& request,
                                                 const PostfixInstance& instance,
                                                 const std::optional<std::string>& ini_text) {
  const std::string no_text;
  const Settings no_settings;
  const SetupBasis owner{instance.configuration, no_text, no_settings, {}, ini_text, true};
  if (is_ini_of_another(owner)) return load_settings(request.config);
  return load_settings_with(request.config, kSetupIniName, std::nullopt);
}

std::string command_of(const SetupRequest& request) {
  std::string command = "plainbounce setup postfix";
  if (!request.postfix_directory.empty()) {
    command += " --postfix-config " + shell_word(request.postfix_directory);
  }
  if (!request.config.empty()) command += " -c " + shell_word(request.config);
  if (!request.replies) command += " --no-replies";
  return command;
}

void tell(const std::vector<std::string>& notes, std::string_view front, const Console& console) {
  for (const std::string& note : notes) {
    console.err << front << escape_for_terminal(note) << "\n";
  }
}

ExitStatus tell_outcome(const Result<SetupOutcome>& outcome, const char* nothing,
                        const Console& console) {
  if (!outcome) {
    console.complain(to_string(outcome.error()));
    return ExitStatus::kNo;
  }
  if (outcome->done.empty()) console.out << nothing << "\n";
  for (const std::string& done : outcome->done) console.out << escape_for_terminal(done) << "\n";
  tell(outcome->kept, "note: ", console);
  if (!outcome->to_do.empty()) console.out << "To be done by you:\n";
  for (const std::string& left : outcome->to_do) {
    console.out << "    " << escape_for_terminal(left) << "\n";
  }
  return ExitStatus::kDone;
}

ExitStatus show(const SetupRequest& request, const SetupPlan& plan, const SetupScene& scene,
                const Console& console) {
  if (request.json) {
    console.out << plan_json(plan, scene) << "\n";
  } else if (plan.is_done()) {
    console.out << "Everything is set up already; there is nothing to do.\n";
  } else if (plan.refusals.empty()) {
    console.out << plan_text(plan, scene);
  }
  return plan.refusals.empty() ? ExitStatus::kDone : ExitStatus::kNo;
}

ExitStatus carry_out(const SetupRequest& request, const SetupPlan& plan, const SetupChange& change,
                     const Console& console) {
  if (plan.ini) {
    const Findings findings = check_with(request.config, *plan.ini);
    if (!findings.empty()) {
      report(findings, console);
      console.complain("the daemon could not use its configuration then; nothing was changed");
      return ExitStatus::kNo;
    }
  }
  return tell_outcome(apply_setup(plan, change),
                      "Everything is set up already; there is nothing to do.", console);
}

ExitStatus run_with(const SetupRequest& request, const PostfixInstance& instance,
                    const SetupBasis& basis, bool daemon_can_start, const Console& console) {
  const bool is_of_unit = request.config.empty() || request.config == kDefaultConfigFile;
  const SetupScene scene{instance, basis.ini_file, basis.ini_text.has_value(), command_of(request),
                         is_of_unit ? std::string() : request.config};
  const SetupChange change{scene, basis, request.reload, daemon_can_start};
  if (request.undo) {
    return tell_outcome(take_setup_back(change), "There is nothing of a set-up to take back.",
                        console);
  }
  SetupPlan plan = make_setup_plan(basis);
  if (plan.refusals.empty()) plan_socket_directory(basis, plan);
  if (!request.json) {
    tell(plan.notes, "note: ", console);
    tell(plan.refusals, "refused: ", console);
  }
  if (!request.apply || !plan.refusals.empty()) return show(request, plan, scene, console);
  return carry_out(request, plan, change, console);
}

}  // namespace

ExitStatus run_setup_postfix(const SetupRequest& request, const Console& console) {
  if ((request.apply || request.undo) && ::geteuid() != 0) {
    console.complain("changing Postfix's configuration takes root's rights");
    return ExitStatus::kUsage;
  }
  const auto instance = read_postfix_instance(request.postfix_directory);
  if (!instance) {
    console.complain("Postfix's configuration cannot be read: " + to_string(instance.error()));
    return ExitStatus::kUsage;
  }
  const std::string ini_file = file_of_conf_d(request.config, kSetupIniName);
  std::optional<std::string> ini_text;
  if (auto text = read_text_file(ini_file)) ini_text = std::move(*text);
  const auto settings = settings_beside(request, *instance, ini_text);
  if (!settings && !request.undo) {
    report(settings.error(), console);
    return ExitStatus::kUsage;
  }
  // Nothing of the daemon's settings is used to take a set-up back.
  const Settings used = settings.value_or(Settings{});
  if (!settings) {
    for (const Error& error : settings.error()) tell({to_string(error)}, "note: ", console);
  }
  SetupBasis basis{instance->configuration, instance->main_text, used, ini_file, ini_text,
                   request.replies};
  const auto present = load_settings(request.config);
  if (present) basis.present_socket = present->milter.socket;
  return run_with(request, *instance, basis, settings.has_value(), console);
}

}  // namespace plainbounce
