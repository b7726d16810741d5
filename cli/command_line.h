#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

// Runs the command that the arguments (without the program's name) ask for.
ExitStatus run_command_line(const std::vector<std::string>& arguments, const Console& console);

}  // namespace plainbounce
