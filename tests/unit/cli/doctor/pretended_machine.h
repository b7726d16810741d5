#pragma once

#include <sys/stat.h>

#include <cerrno>
#include <map>
#include <string>

#include "cli/doctor/conversation.h"
#include "cli/doctor/postfix_examination.h"

namespace plainbounce::testing {

// A machine that tests furnish as they like. What is not there, is not there.
class PretendedMachine : public Probe {
 public:
  bool root = true;
  int64_t time = 1800000000;
  std::map<std::string, FileStatus> files;
  std::map<std::string, std::string> texts;
  std::map<std::string, std::string> links;
  std::map<std::string, ProgramResult> programs;  // by "program argument argument"
  std::map<std::string, PostfixConfiguration> instances;
  mutable std::string fed;  // to programs that read something
  Heard heard{Heard::Stage::kConnect, ENOENT, {}, 0};
  Heard heard_from_there{Heard::Stage::kConnect, ENOENT, {}, 0};

  void directory(const std::string& path, unsigned mode, unsigned owner, unsigned group) {
    files[path] = {0, S_IFDIR | mode, owner, group, 0};
  }
  void file(const std::string& path, unsigned mode, unsigned owner, unsigned group) {
    files[path] = {0, S_IFREG | mode, owner, group, 0};
  }
  void socket(const std::string& path, unsigned mode, unsigned owner, unsigned group) {
    files[path] = {0, S_IFSOCK | mode, owner, group, 0};
  }

  [[nodiscard]] bool is_root() const override { return root; }
  [[nodiscard]] int64_t now() const override { return time; }
  [[nodiscard]] FileStatus status(const std::string& path) const override {
    const auto found = files.find(path);
    return found == files.end() ? FileStatus{ENOENT, 0, 0, 0, 0} : found->second;
  }
  [[nodiscard]] Result<std::string> read_file(const std::string& path) const override {
    const auto found = texts.find(path);
    if (found == texts.end()) return fail("cannot be read: No such file or directory", path);
    return found->second;
  }
  [[nodiscard]] std::vector<std::string> files_in(const std::string& directory) const override {
    std::vector<std::string> paths;
    for (const auto& [path, status] : files) {
      if (path.substr(0, path.rfind('/')) == directory) paths.push_back(path);
    }
    return paths;
  }
  [[nodiscard]] std::string link_target(const std::string& path) const override {
    const auto found = links.find(path);
    return found == links.end() ? std::string() : found->second;
  }
  [[nodiscard]] std::optional<Account> account(const std::string& name) const override {
    if (name == "plainbounce") return Account{name, 110, 300, {300}, "/nonexistent"};
    if (name != "postfix") return std::nullopt;
    return Account{name, 102, 105, {105, 300}, "/var/spool/postfix"};
  }
  [[nodiscard]] std::string user_name(unsigned user) const override {
    return user == 0 ? "root" : user == 102 ? "postfix" : user == 110 ? "plainbounce" : "nobody";
  }
  [[nodiscard]] std::string group_name(unsigned group) const override {
    return group == 0 ? "root" : group == 105 ? "postfix" : "plainbounce";
  }
  [[nodiscard]] Result<ProgramResult> run(
      const std::string& program, const std::vector<std::string>& arguments) const override {
    std::string line = program;
    for (const std::string& argument : arguments) line += " " + argument;
    const auto found = programs.find(line);
    if (found == programs.end()) return fail(program + " cannot be run");
    return found->second;
  }
  [[nodiscard]] Result<ProgramResult> feed(const std::string& program,
                                           const std::vector<std::string>& arguments,
                                           const std::string& input) const override {
    fed += input;
    return run(program, arguments);
  }
  [[nodiscard]] std::string variable(const std::string&) const override { return {}; }
  [[nodiscard]] std::string own_name() const override { return "root"; }
  [[nodiscard]] Result<PostfixConfiguration> postfix(const std::string& directory) const override {
    const auto found = instances.find(directory);
    if (found == instances.end()) return fail("postconf: fatal: open " + directory + "/main.cf");
    return found->second;
  }
  [[nodiscard]] Heard ask(const SocketAddress&, const Question&) const override { return heard; }
  [[nodiscard]] Heard ask_from(const Viewpoint&, const SocketAddress&,
                               const Question&) const override {
    return heard_from_there;
  }
};

inline Heard answering(const std::string& answer, int process = 4711) {
  return {Heard::Stage::kDone, 0, answer, process};
}

inline MasterService service(const std::string& name, const std::string& command,
                             std::vector<ServiceOption> options = {},
                             const std::string& type = "unix") {
  return {name, type, "-", "-", "y", "-", "0", command, std::move(options), {}};
}

inline constexpr const char* kOwnEntry =
    "{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, command_timeout=10s, "
    "content_timeout=30s, default_action=accept }";

// A Postfix as the README sets it up.
inline PostfixConfiguration right_postfix() {
  PostfixConfiguration postfix;
  postfix.directory = "/etc/postfix";
  postfix.version = {3, 7, 11};
  postfix.effective = {{"queue_directory", "/var/spool/postfix"},
                       {"mail_owner", "postfix"},
                       {"cleanup_service_name", "cleanup"},
                       {"internal_mail_filter_classes", ""},
                       {"milter_macro_daemon_name", "mx.example.org"},
                       {"milter_default_action", "tempfail"},
                       {"milter_protocol", "6"},
                       {"milter_connect_timeout", "30s"},
                       {"milter_command_timeout", "30s"},
                       {"milter_content_timeout", "300s"},
                       {"disable_mime_output_conversion", "yes"},
                       {"message_size_limit", "10240000"},
                       {"dsn_milters", kOwnEntry}};
  const std::vector<ServiceOption> bounce{{"cleanup_service_name", "cleanup-dsn"},
                                          {"internal_mail_filter_classes", "bounce"}};
  postfix.services = {service("smtp", "smtpd", {}, "inet"),
                      service("cleanup", "cleanup"),
                      service("bounce", "bounce", bounce),
                      service("defer", "bounce", bounce),
                      service("trace", "bounce", bounce),
                      service("cleanup-dsn", "cleanup",
                              {{"non_smtpd_milters", "$dsn_milters"},
                               {"header_checks", ""},
                               {"mime_header_checks", ""},
                               {"nested_header_checks", ""},
                               {"body_checks", ""},
                               {"milter_header_checks", ""},
                               {"milter_macro_daemon_name", "postfix-dsn"}})};
  return postfix;
}

// A machine with a right set-up, and what the checks of it work with. Not to be moved.
struct Site {
  PretendedMachine machine;
  PostfixConfiguration postfix = right_postfix();
  DaemonState daemon;
  Examination of{machine};
  PostfixExamination examination{of, daemon, postfix, PostfixCommands("")};

  Site() {
    of.version = "1.0.0";
    of.knowledge_summary = "3 codes, 2 rules";
    of.settings.milter.socket.path = "/var/spool/postfix/plainbounce/plainbounce.sock";
    of.settings.site.our_hosts = {"mx.example.org"};
    of.settings.site.local_domains = {"example.org"};
    machine.directory("/var/spool/postfix", 0755, 0, 0);
    machine.directory("/var/spool/postfix/plainbounce", 02750, 110, 105);
    machine.socket(of.settings.milter.socket.path, 0660, 110, 105);
    machine.heard = machine.heard_from_there =
        answering(std::string("\0\0\0\x0dO\0\0\0\x06\0\0\0\x1f\0\0\0\0", 17));
    daemon.heard = machine.heard;
    daemon.program = machine.links["/proc/4711/exe"] = "/usr/sbin/plainbounced";
  }
  MasterService& of_name(const std::string& name) {
    for (MasterService& one : postfix.services) {
      if (one.name == name) return one;
    }
    return postfix.services.front();
  }
  void option(const std::string& name, const std::string& parameter, const std::string& value) {
    of_name(name).options.push_back({parameter, value});
  }
};

// A result as a text: "problem bounce-service: says | means", then its lines.
inline std::string text_of(const CheckResult& result) {
  const char* words[] = {"ok", "warning", "problem", "not examined"};
  std::string text =
      std::string(words[static_cast<int>(result.health)]) + " " + result.check + ": " + result.says;
  for (const std::string& line : result.mend) text += "\n  " + line;
  return text;
}

}  // namespace plainbounce::testing
