#pragma once

#include "cli/console.h"
#include "cli/exit_status.h"
#include "cli/setup_command.h"

namespace plainbounce {

// "setup postfix": shows what would be changed, changes it (--apply) or takes it back (--undo).
// kNo: there is a reason not to, or an error on the way, after which everything is as it was.
ExitStatus run_setup_postfix(const SetupRequest& request, const Console& console);

}  // namespace plainbounce
