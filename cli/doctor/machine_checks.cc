#include "cli/doctor/machine_checks.h"

#include <array>
#include <cerrno>
#include <ctime>
#include <system_error>

#include "cli/doctor/conversation.h"
#include "cli/doctor/mending_lines.h"
#include "cli/doctor/settings_access.h"
#include "cli/postfix/shell_word.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

std::string error_text(int error) { return std::generic_category().message(error); }

std::string where_it_listens(const Examination& examination) {
  const SocketAddress& socket = examination.settings.milter.socket;
  return socket.family == SocketAddress::Family::kUnix ? socket.path : socket.postfix_spelling();
}

// "2026-03-03 08:15 UTC"
std::string date_text(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (::gmtime_r(&time, &parts) == nullptr) return "a time without a date";
  std::array<char, 64> text{};
  const size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
  return {text.data(), size};
}

constexpr int64_t kYear2024 = 1704067200;
constexpr int64_t kSlack = 300;  // seconds; file systems of other machines have other clocks

CheckResult no_connection(const Examination& examination, const DaemonState& daemon) {
  constexpr const char* kCheck = "daemon";
  const std::string where = where_it_listens(examination);
  const int error = daemon.heard.error;
  if (error == EACCES && !examination.probe.is_root()) {
    return not_examined(kCheck, where + " may not be entered by this user",
                        "The socket is for the mail server and the daemon; root may ask it, too.");
  }
  const bool unused = error == ENOENT || error == ECONNREFUSED;
  return problem(kCheck, concat({"nobody listens at ", where, ": ", error_text(error)}),
                 unused ? "The daemon is not running. Bounces go out unexplained."
                        : "The daemon cannot be asked.",
                 {start_line(examination, daemon)});
}

}  // namespace

CheckResult check_configuration(const Examination& examination, const DaemonState& daemon) {
  constexpr const char* kCheck = "configuration";
  if (!examination.errors.empty()) {
    std::string says = to_string(examination.errors.front());
    const size_t more = examination.errors.size() - 1;
    if (more > 0) says += concat({" (and ", std::to_string(more), " more)"});
    const std::string& file = examination.config_file;
    return problem(
        kCheck, says,
        "The daemon keeps the settings and the knowledge that it has, and does not start "
        "again with these. Put the named line right; this shows them all:",
        {"plainbounce check" + (file.empty() ? "" : " -c " + shell_word(file)),
         reload_line(daemon)});
  }
  const auto unread = settings_not_read(examination, daemon);
  if (unread) {
    std::vector<std::string> lines = unread->mend;
    if (!lines.empty()) lines.push_back(reload_line(daemon));
    return problem(kCheck, unread->says,
                   "The daemon reads them as that user: it keeps what it has, and does not start "
                   "again. Let it read them, or put them where it can.",
                   lines);
  }
  return all_right(kCheck, "no errors; " + examination.knowledge_summary);
}

CheckResult check_site(const Examination& examination, const DaemonState& daemon) {
  constexpr const char* kCheck = "site";
  const SiteSettings& site = examination.settings.site;
  const HelpSettings& help = examination.settings.help;
  if (site.our_hosts.empty()) {
    return warning(kCheck, "our_hosts is not set under [site]",
                   "Reports of other servers get header fields only, since nothing proves that the "
                   "mail was yours.",
                   {setup_line(examination), reload_line(daemon)});
  }
  const bool has_help =
      !help.name.empty() || !help.phone.empty() || !help.email.empty() || !help.url.empty();
  if (site.local_domains.empty() && has_help) {
    const std::string domain = domain_of(help.email);
    return warning(kCheck, "[help] names whom to ask, but local_domains is not set under [site]",
                   "The daemon takes every reader for a stranger: the contact is shown to nobody.",
                   {setting_line(examination, "site", "local_domains",
                                 domain.empty() ? site.our_hosts.front() : domain),
                    reload_line(daemon)});
  }
  const std::string& base = examination.settings.text.link_base;
  return all_right(
      kCheck,
      concat({"our hosts are known", site.local_domains.empty() ? "" : ", and our domains", "; ",
              base.empty() ? "no links are shown (link_base is empty)" : "links lead to " + base}));
}

CheckResult check_daemon(const Examination& examination, const DaemonState& daemon) {
  constexpr const char* kCheck = "daemon";
  const Heard& heard = daemon.heard;
  const std::string where = where_it_listens(examination);
  if (heard.stage == Heard::Stage::kConnect) return no_connection(examination, daemon);
  if (daemon.is_foreign()) {
    return problem(kCheck,
                   concat({"process ", std::to_string(heard.process), " listens at ", where,
                           ", and is not plainbounced but ", daemon.program}),
                   "Another program has the daemon's socket; bounces go to that one. Give one of "
                   "the two another socket, then start the daemon.");
  }
  if (heard.stage != Heard::Stage::kDone) {
    return problem(kCheck,
                   concat({"somebody takes connections at ", where,
                           " but does not answer: ", error_text(heard.error)}),
                   "The daemon hangs, or another program listens there. Each bounce waits for it "
                   "until Postfix gives up.",
                   restart_lines(examination, daemon));
  }
  const auto version = milter_version(heard.answer);
  if (!version) {
    return problem(kCheck, "who answers at " + where + " is no milter",
                   "Another program listens there.", restart_lines(examination, daemon));
  }
  return all_right(kCheck,
                   concat({"answers at ", where, ", milter protocol ", std::to_string(*version)}));
}

CheckResult check_version(const Examination& examination, const DaemonState& daemon) {
  constexpr const char* kCheck = "version";
  if (!daemon.is_up()) {
    return not_examined(kCheck, "the version of the running daemon is not known",
                        "There is none to ask; see daemon.");
  }
  const int process = daemon.heard.process;
  if (process == 0) {
    return not_examined(kCheck, "the version of the running daemon is not known",
                        "A TCP port does not tell which process listens, only a unix socket does.");
  }
  const std::string program = "/proc/" + std::to_string(process) + "/exe";
  if (!daemon.is_ours()) {
    return not_examined(kCheck,
                        "the program of process " + std::to_string(process) + " is not seen",
                        "Only root and its own account see it.");
  }
  const auto lines = restart_lines(examination, daemon);
  const auto shown = examination.probe.run(program, {"--version"});
  const std::string ours = "plainbounced " + examination.version;
  const std::string its = shown ? std::string(trim(shown->out)) : std::string();
  if (its != ours) {
    return warning(kCheck,
                   concat({"process ", std::to_string(process), " is \"", its, "\", this command ",
                           examination.version}),
                   "After an update the daemon has to start anew to be of the new version.", lines);
  }
  if (ends_with_ignoring_case(daemon.program, kDeletedProgram)) {
    return warning(kCheck, "the running daemon's program file was replaced",
                   "After an update the daemon has to start anew to be the installed one.", lines);
  }
  return all_right(kCheck, "the running daemon is " + its);
}

CheckResult check_unit(const Examination& examination, const DaemonState& daemon) {
  constexpr const char* kCheck = "unit";
  if (!daemon.has_systemd) return all_right(kCheck, "no systemd runs this machine");
  if (!daemon.unit_error.empty()) {
    return not_examined(kCheck, "systemctl does not answer", std::string(trim(daemon.unit_error)));
  }
  const std::string load = daemon.property("LoadState");
  if (load == "not-found") {
    return daemon.is_up() ? warning(kCheck, "systemd has no unit plainbounce.service",
                                    "Nothing starts the daemon after a boot or a crash.")
                          : problem(kCheck, "systemd has no unit plainbounce.service",
                                    "Nothing starts the daemon.");
  }
  if (load == "masked") {
    return problem(kCheck, "plainbounce.service is masked", "It cannot be started.",
                   {"systemctl unmask plainbounce", "systemctl enable --now plainbounce"});
  }
  if (load != "loaded") {
    return problem(kCheck, concat({"plainbounce.service is ", load}), "systemd cannot read it.",
                   {"systemctl status plainbounce", "systemctl daemon-reload"});
  }
  const std::string active = daemon.property("ActiveState");
  if (active != "active") {
    std::vector<std::string> lines{"systemctl enable --now plainbounce"};
    if (active == "failed") lines.insert(lines.begin(), "systemctl reset-failed plainbounce");
    return problem(
        kCheck, concat({"plainbounce.service is ", active, " (", daemon.property("SubState"), ")"}),
        "\"journalctl -u plainbounce\" tells why it ended.", lines);
  }
  if (daemon.property("UnitFileState") == "disabled") {
    return warning(kCheck, "plainbounce.service is not enabled",
                   "The daemon is not started after the next boot.",
                   {"systemctl enable plainbounce"});
  }
  if (daemon.property("NeedDaemonReload") == "yes") {
    return warning(kCheck, "plainbounce.service was changed and not read again",
                   "The next restart still uses the old one.", {"systemctl daemon-reload"});
  }
  if (daemon.is_up() && !daemon.of_the_unit && daemon.heard.process > 0) {
    const std::string process = std::to_string(daemon.heard.process);
    std::vector<std::string> lines;
    if (daemon.is_ours()) lines = {"kill " + process, "systemctl restart plainbounce"};
    return warning(kCheck, concat({"process ", process, " listens, which is not the unit's"}),
                   "A second daemon was started by hand; the unit's own cannot listen there.",
                   lines);
  }
  (void)examination;
  return all_right(kCheck, "plainbounce.service is active and enabled");
}

CheckResult check_clock(const Examination& examination) {
  constexpr const char* kCheck = "clock";
  const Probe& probe = examination.probe;
  const int64_t now = probe.now();
  const std::string file =
      examination.config_file.empty() ? std::string(kDefaultConfigFile) : examination.config_file;
  const std::string means =
      "Bounces carry wrong times, and the times that explanations show are "
      "wrong, too.";
  const std::vector<std::string> lines{"timedatectl set-ntp true"};
  if (now < kYear2024) {
    return problem(kCheck, "the clock says " + date_text(now), means, lines);
  }
  for (const std::string& path :
       {file, std::string("/proc/self/exe"), std::string("/etc/passwd")}) {
    const FileStatus status = probe.status(path);
    if (status.error == 0 && status.modified > now + kSlack) {
      return warning(kCheck,
                     concat({"the clock says ", date_text(now), ", but ", path, " was written at ",
                             date_text(status.modified)}),
                     means, lines);
    }
  }
  return all_right(kCheck, "the clock says " + date_text(now));
}

}  // namespace plainbounce
