#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct SetupRequest {
  std::string server;    // "sendmail"
  std::string language;  // of the server's own replies; empty: that of [replies]
  std::string config;
};

// What has to be said to a mail server so that it uses the daemon, in its own configuration's form.
ExitStatus run_setup(const SetupRequest& request, const Console& console);

}  // namespace plainbounce
