#include "cli/doctor/mending_lines.h"

#include <algorithm>
#include <filesystem>

#include "cli/postfix/shell_word.h"
#include "core/base/concat.h"

namespace plainbounce {

std::string setting_line(const Examination& examination, const std::string& section,
                         const std::string& key, const std::string& value) {
  const std::filesystem::path file =
      examination.config_file.empty() ? std::string(kDefaultConfigFile) : examination.config_file;
  const std::string folder = (file.parent_path() / "conf.d").string();
  std::string name = key;
  std::replace(name.begin(), name.end(), '_', '-');
  // The daemon's account has to read it, whatever the umask of the shell is.
  return concat({"printf '%s\\n' ", shell_word(concat({"[", section, "]"})), " ",
                 shell_word(concat({key, " = ", value})), " | install -D -m 644 /dev/stdin ",
                 shell_word(concat({folder, "/90-", name, ".ini"}))});
}

std::string setup_line(const Examination& examination) {
  std::string line = "plainbounce setup postfix --apply";
  if (!examination.postfix_directory.empty()) {
    line += " --postfix-config " + shell_word(examination.postfix_directory);
  }
  if (!examination.config_file.empty()) line += " -c " + shell_word(examination.config_file);
  return line;
}

PostfixCommands::PostfixCommands(const std::string& directory)
    : choice_(directory.empty() ? "" : " -c " + shell_word(directory)) {}

std::string PostfixCommands::set(std::string_view parameter, std::string_view value) const {
  const std::string assignment =
      value.empty() ? concat({parameter, " ="}) : concat({parameter, " = ", value});
  return concat({"postconf", choice_, " -e ", shell_word(assignment)});
}

std::string PostfixCommands::set_for(const MasterService& service, std::string_view parameter,
                                     std::string_view value) const {
  return concat(
      {"postconf", choice_, " -P ",
       shell_word(concat({service.name, "/", service.type, "/", parameter, "=", value}))});
}

std::string PostfixCommands::reload() const { return concat({"postfix", choice_, " reload"}); }

}  // namespace plainbounce
