#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/postfix/master_service.h"
#include "cli/postfix/postfix_configuration.h"
#include "config/settings.h"

namespace plainbounce {

// The file of conf.d that a set-up writes.
inline constexpr const char* kSetupIniName = "50-setup.ini";

// A parameter that main.cf is to set.
struct PlannedParameter {
  std::string name;
  std::string why;
  std::vector<std::string> lines;  // as they are to stand in the file
  std::string value;               // of all lines, single spaced
};

// A service that master.cf is to have.
struct PlannedService {
  std::string name;
  std::string why;
  std::vector<std::string> lines;
  std::string text;  // of all lines, single spaced
};

// Options that a service of master.cf (type unix) is to have besides those that it has.
struct PlannedOptions {
  std::string service;
  std::vector<ServiceOption> options;
};

// The directory of the sockets, below the queue directory.
struct PlannedDirectory {
  std::string path;
  std::string owner;
  std::string group;
};

// What has to be done so that a Postfix instance shows its bounces to the daemon, and tells it what
// it refuses. What is there already is in no list.
struct SetupPlan {
  std::vector<std::string> refusals;  // why it cannot be done; nothing else counts then
  std::vector<std::string> notes;     // what an admin should know
  std::optional<std::string> ini;     // the new text of conf.d/50-setup.ini
  std::optional<PlannedDirectory> directory;
  std::vector<PlannedParameter> parameters;
  std::optional<PlannedService> service;
  std::vector<PlannedOptions> options;

  [[nodiscard]] bool changes_postfix() const {
    return !parameters.empty() || service.has_value() || !options.empty();
  }
  [[nodiscard]] bool is_done() const {
    return refusals.empty() && !ini && !directory && !changes_postfix();
  }
};

// What a plan rests on.
struct SetupBasis {
  const PostfixConfiguration& postfix;
  const std::string&
      main_text;             // of main.cf: Postfix does not tell of a parameter that nothing uses
  const Settings& settings;  // of the daemon, without 50-setup.ini
  std::string ini_file;      // the path of 50-setup.ini
  std::optional<std::string> ini_text;  // what it holds now; nothing: it is not there
  bool with_replies = true;
  // Where the daemon listens by its configuration as it is, 50-setup.ini included; nothing: not
  // known.
  std::optional<SocketAddress> present_socket = std::nullopt;
};

// Whether 50-setup.ini was written for another instance: then `settings` have to be read with it,
// and it stays as it is.
bool is_ini_of_another(const SetupBasis& basis);

// Looks at no file but for what the basis holds; `directory` is left to plan_socket_directory().
SetupPlan make_setup_plan(const SetupBasis& basis);

// The sockets that the daemon has when the plan is carried out; no reply map: nothing.
struct SetupSockets {
  SocketAddress milter;
  std::optional<SocketAddress> replies;
};
SetupSockets choose_sockets(const SetupBasis& basis);

// Adds the directory of the sockets, where they lie below the queue directory and it is not there
// yet; or a note, where nobody is there to own it.
void plan_socket_directory(const SetupBasis& basis, SetupPlan& plan);

}  // namespace plainbounce
