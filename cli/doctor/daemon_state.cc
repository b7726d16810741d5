#include "cli/doctor/daemon_state.h"

#include "cli/doctor/conversation.h"
#include "cli/postfix/shell_word.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr const char* kProperties =
    "--property=LoadState,UnitFileState,ActiveState,SubState,MainPID,NeedDaemonReload";

bool is_unit_known(const DaemonState& daemon) {
  const std::string state = daemon.property("LoadState");
  return daemon.has_systemd && !state.empty() && state != "not-found";
}

}  // namespace

std::string DaemonState::property(std::string_view name) const {
  const auto found = unit.find(name);
  return found == unit.end() ? std::string() : found->second;
}

bool DaemonState::is_ours() const {
  std::string_view file = program;
  if (ends_with_ignoring_case(file, kDeletedProgram)) file.remove_suffix(kDeletedProgram.size());
  return file.substr(file.rfind('/') + 1) == "plainbounced";
}

DaemonState look_at_daemon(const Examination& examination) {
  DaemonState daemon;
  const Probe& probe = examination.probe;
  daemon.heard = probe.ask(examination.settings.milter.socket, milter_question());
  if (daemon.heard.process > 0) {
    daemon.program =
        probe.link_target(concat({"/proc/", std::to_string(daemon.heard.process), "/exe"}));
  }
  daemon.has_systemd = probe.status("/run/systemd/system").error == 0;
  if (!daemon.has_systemd) return daemon;
  const auto shown = probe.run("systemctl", {"show", "plainbounce.service", kProperties});
  if (!shown) {
    daemon.unit_error = shown.error().message;
  } else if (shown->status != 0) {
    daemon.unit_error = shown->err;
  } else {
    daemon.unit = parse_postfix_parameters(shown->out);
  }
  const std::string main = daemon.property("MainPID");
  daemon.of_the_unit = daemon.heard.process > 0 && main == std::to_string(daemon.heard.process);
  return daemon;
}

std::string start_line(const Examination& examination, const DaemonState& daemon) {
  if (is_unit_known(daemon) && examination.config_file.empty()) {
    return daemon.property("LoadState") == "masked"
               ? "systemctl unmask plainbounce && systemctl start plainbounce"
               : "systemctl start plainbounce";
  }
  const std::string& file = examination.config_file;
  return "plainbounced" + (file.empty() ? "" : " -c " + shell_word(file));
}

std::vector<std::string> restart_lines(const Examination& examination, const DaemonState& daemon) {
  const int process = daemon.heard.process;
  if (daemon.of_the_unit || (is_unit_known(daemon) && process == 0)) {
    const bool hangs = daemon.heard.stage == Heard::Stage::kAnswer;
    const std::string_view end = hangs ? "systemctl kill --signal=KILL plainbounce && " : "";
    return {concat({end, "systemctl restart plainbounce"})};
  }
  if (process == 0) return {start_line(examination, daemon)};
  if (!daemon.is_ours()) return {};
  // A daemon that is asked to end still listens until it has.
  const std::string number = std::to_string(process);
  const std::string_view kill = daemon.is_up() ? "kill " : "kill -KILL ";
  return {concat({kill, number, " && tail --pid=", number, " -f /dev/null && ",
                  start_line(examination, daemon)})};
}

std::string reload_line(const DaemonState& daemon) {
  const int process = daemon.heard.process;
  if (daemon.of_the_unit || (is_unit_known(daemon) && process == 0)) {
    return "systemctl reload plainbounce";
  }
  return daemon.is_ours() ? "kill -HUP " + std::to_string(process)
                          : "kill -HUP $(pidof plainbounced)";
}

}  // namespace plainbounce
