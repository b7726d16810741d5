#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct DoctorRequest {
  std::string config;
  std::string postfix_config;   // the directory of main.cf; empty: Postfix's own
  std::string sendmail_config;  // sendmail.cf; empty: Postfix where it is
  bool json = false;
  bool send = false;       // a test message; the rest is about it
  std::string sender;      // empty: whoever runs the program
  std::string recipient;   // empty: an address at .invalid
  std::string mailbox;     // of the sender; empty: found by Postfix's settings
  unsigned patience = 60;  // seconds
};

// Examines the running set-up of daemon and mail server; only `send` leaves anything behind.
// kDone when every check is
// right, kNo when one is not or could not be made, kUsage when the named file cannot be read.
ExitStatus run_doctor(const DoctorRequest& request, const Console& console);

}  // namespace plainbounce
