#pragma once

#include <string>
#include <vector>

#include "cli/postfix/daemon_unit.h"
#include "cli/postfix/postfix_instance.h"
#include "cli/postfix/setup_plan.h"
#include "cli/postfix/setup_report.h"
#include "core/base/result.h"

namespace plainbounce {

// What was done, what an admin has to do now, and what stays for a reason.
struct SetupOutcome {
  std::vector<std::string> done;
  std::vector<std::string> to_do;
  std::vector<std::string> kept;
};

struct SetupChange {
  const SetupScene& scene;
  const SetupBasis& basis;
  bool reload = true;            // restart the daemon and reload Postfix where they run
  bool daemon_can_start = true;  // false: its configuration has errors, and it stays as it runs
  DaemonUnit unit = {};
};

// Carries out a plan without refusals, all or nothing: what the new files say is tried out before
// they take the place of the old ones, and an error puts everything back as it was. The daemon's
// configuration comes first, so that Postfix never asks for a socket that is not configured.
Result<SetupOutcome> apply_setup(const SetupPlan& plan, const SetupChange& change);

// Takes out what set-ups have written, all or nothing; nothing done: there was nothing.
Result<SetupOutcome> take_setup_back(const SetupChange& change);

}  // namespace plainbounce
