#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "cli/command_line.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);
  std::ios::sync_with_stdio(false);
  const bool colour = plainbounce::wants_colour(isatty(STDOUT_FILENO) == 1, std::getenv("NO_COLOR"),
                                                std::getenv("TERM"));
  const bool progress =
      plainbounce::wants_colour(isatty(STDERR_FILENO) == 1, nullptr, std::getenv("TERM"));
  const plainbounce::Console console{std::cin, std::cout, std::cerr, colour, progress};
  try {
    const auto status = plainbounce::run_command_line({argv + 1, argv + argc}, console);
    std::cout.flush();
    if (!std::cout) {
      console.complain("standard output cannot be written");
      return 2;
    }
    return static_cast<int>(status);
  } catch (const std::exception& exception) {
    console.complain(std::string("internal error: ") + exception.what());
    return 2;
  }
}
