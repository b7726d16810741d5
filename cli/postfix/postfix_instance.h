#pragma once

#include <string>
#include <vector>

#include "cli/postfix/postfix_configuration.h"
#include "core/base/result.h"

namespace plainbounce {

// One Postfix instance: its files as they are, and what they mean.
struct PostfixInstance {
  PostfixConfiguration configuration;
  bool is_default = true;  // the one that Postfix's commands take without "-c"
  std::string main_text;
  std::string master_text;

  [[nodiscard]] std::string main_file() const { return configuration.directory + "/main.cf"; }
  [[nodiscard]] std::string master_file() const { return configuration.directory + "/master.cf"; }
  // What a set-up keeps: the files as they were before it, and its record.
  [[nodiscard]] std::string kept_main_file() const { return kept_directory() + "/main.cf"; }
  [[nodiscard]] std::string kept_master_file() const { return kept_directory() + "/master.cf"; }
  [[nodiscard]] std::string record_file() const { return kept_directory() + "/record"; }
  [[nodiscard]] std::string kept_directory() const {
    return configuration.directory + "/plainbounce-setup";
  }
  // "postfix reload", or "postfix -c DIR reload".
  [[nodiscard]] std::string command_line(const std::string& command) const;
};

// Reads the instance whose main.cf is in `directory` (empty: the default one).
Result<PostfixInstance> read_postfix_instance(const std::string& directory);

// Runs "postfix COMMAND" for the instance. The error holds what it says.
Result<void> run_postfix(const PostfixInstance& instance, const std::string& command);
bool is_running(const PostfixInstance& instance);

// How postconf reads these texts in place of the instance's own, in a directory of their own that
// goes again. Fails when it cannot.
Result<PostfixConfiguration> try_texts(const PostfixInstance& instance,
                                       const std::string& main_text,
                                       const std::string& master_text);

}  // namespace plainbounce
