#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace plainbounce::testing {

// What a process of ours takes at the moment, from /proc; all 0 when there is none.
struct ProcessFigures {
  size_t resident_bytes = 0;
  size_t threads = 0;
  size_t descriptors = 0;
};
ProcessFigures figures_of(pid_t process);
// "9.8 MB, 7 threads, 12 descriptors"
std::string to_string(const ProcessFigures& figures);
// The processor time that all its threads have used.
std::chrono::nanoseconds processor_time_of(pid_t process);

}  // namespace plainbounce::testing
