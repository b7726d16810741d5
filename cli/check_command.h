#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct CheckRequest {
  std::string config;
  bool json = false;
};

// Examines the configuration, the knowledge overlay and the texts; all findings come out with file
// and line. kNo when there are any, kUsage when the named file cannot be read.
ExitStatus run_check(const CheckRequest& request, const Console& console);

}  // namespace plainbounce
