#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/doctor/probe.h"

namespace plainbounce {

// What keeps an account from a unix socket, by owners and modes.
struct Obstacle {
  std::string says;               // "user postfix may not enter /x (drwx------ root root)"
  std::vector<std::string> mend;  // empty: it could not be looked at, or no line is right
  std::string advice;             // what helps where no line does
};

// Walks from the process's root or working directory down to the socket at `path` (as this machine
// has it) and tells the first thing that is in the way; nothing: the modes let it through.
std::optional<Obstacle> obstacle_to(const Probe& probe, const Viewpoint& viewpoint,
                                    const std::string& path);

}  // namespace plainbounce
