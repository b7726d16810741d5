#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct CodesRequest {
  std::string config;
  bool json = false;
};

// Every code and every rule, one a line.
ExitStatus run_codes(const CodesRequest& request, const Console& console);

}  // namespace plainbounce
