#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct DecodeRequest {
  std::string file;  // empty or "-": standard input
  std::string language;
  std::string config;
  bool json = false;
  bool why = false;
};

// Explains the bounce in a file (a message, a mailbox of several, pasted text), recipient by
// recipient. No bounce among the messages: kNo, and says why.
ExitStatus run_decode(const DecodeRequest& request, const Console& console);

}  // namespace plainbounce
