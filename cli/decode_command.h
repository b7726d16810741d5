#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct DecodeRequest {
  std::vector<std::string> files;  // none or "-": standard input
  std::string language;
  std::string config;
  bool json = false;
  bool why = false;
};

// Explains the bounces in files (each a message, a mailbox of several, pasted text), recipient by
// recipient. No bounce among the messages: kNo, and says why. With several files, each message says
// whose it is; a file that cannot be read: kUsage, after the others.
ExitStatus run_decode(const DecodeRequest& request, const Console& console);

}  // namespace plainbounce
