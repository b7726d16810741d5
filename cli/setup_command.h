#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct SetupRequest {
  std::string server;    // "postfix" or "sendmail"
  std::string language;  // sendmail: of the server's own replies; empty: that of [replies]
  std::string config;
  // postfix
  std::string postfix_directory;  // of main.cf; empty: Postfix's own default
  bool apply = false;
  bool undo = false;
  bool replies = true;
  bool reload = true;
  bool json = false;
};

// What has to be said to a mail server so that it uses the daemon, in its own configuration's form.
// For Postfix it can be done, and taken back, at once.
ExitStatus run_setup(const SetupRequest& request, const Console& console);

}  // namespace plainbounce
