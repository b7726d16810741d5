#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct LogRequest {
  std::vector<std::string> files;  // none: standard input
  std::string since;               // as parse_moment takes them; empty: all
  std::string until;
  std::vector<std::string> causes;  // ids; none: all
  std::string recipient;            // an address or a domain; empty: all
  std::string config;
  size_t top = 10;
  bool refused = false;
  bool json = false;
  std::optional<int64_t> now;  // nothing: the machine's clock tells
};

// Tells what became of the deliveries in mail logs, and why what waits in a queue is still there.
ExitStatus run_log(const LogRequest& request, const Console& console);

}  // namespace plainbounce
