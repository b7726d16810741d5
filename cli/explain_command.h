#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct ExplainRequest {
  std::vector<std::string> what;  // codes and replies
  std::string host;               // the server that gave the reply
  std::string language;
  std::string config;
  bool json = false;
};

// Prints what is known of each code, and the diagnosis of each reply with its explanation.
ExitStatus run_explain(const ExplainRequest& request, const Console& console);

}  // namespace plainbounce
