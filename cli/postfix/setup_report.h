#pragma once

#include <string>

#include "cli/postfix/postfix_instance.h"
#include "cli/postfix/setup_plan.h"

namespace plainbounce {

// What a report about a plan names.
struct SetupScene {
  const PostfixInstance& instance;
  std::string ini_file;
  bool ini_exists = false;
  std::string command;  // "plainbounce setup postfix" with the options that it was called with
  std::string config;   // of a daemon that is not the unit's; else empty
};

// Every line that the plan writes, file by file, why, what to run then, and how to undo it.
std::string plan_text(const SetupPlan& plan, const SetupScene& scene);

// The same as one JSON object (docs/json.md).
std::string plan_json(const SetupPlan& plan, const SetupScene& scene);

// How the daemon gets to know a new socket.
std::string daemon_restart(const SetupScene& scene);

// The commands that make the daemon and Postfix read what is new, in their order.
std::vector<std::string> commands_after(const SetupPlan& plan, const SetupScene& scene);

}  // namespace plainbounce
