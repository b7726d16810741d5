#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct DoctorRequest {
  std::string config;
  std::string postfix_config;  // the directory of main.cf; empty: Postfix's own
  bool json = false;
};

// Examines the running set-up of daemon and mail server; changes nothing. kDone when every check is
// right, kNo when one is not or could not be made, kUsage when the named file cannot be read.
ExitStatus run_doctor(const DoctorRequest& request, const Console& console);

}  // namespace plainbounce
