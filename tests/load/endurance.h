#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/load/load_result.h"
#include "tests/load/process_figures.h"

namespace plainbounce::testing {

struct EndurancePlan {
  size_t bounces = 100000;
  size_t ordinary = 100000;
  size_t warm_up = 10000;  // of them, before memory is looked at for the first time
  size_t busy = 500;       // connections
  size_t idle = 2000;      // connections that are silent all the time, and then have one message
  bool memory_must_be_flat = true;
};

struct EnduranceReport {
  LoadResult load;                    // all traffic but the warm-up's
  ProcessFigures warm;                // at rest after the warm-up, with the idle connections
  ProcessFigures end;                 // the same after the last message
  std::vector<std::string> findings;  // what must not be; empty when all is well
};

// How much more memory may be resident at the end than after the warm-up. The heap is at its widest
// when the most messages happen to be held at once, and that moment may come late; a leak of
// one 2 KB message in ten would come to more in the long run of tools/endure.
constexpr size_t kAllowedGrowth = 8U << 20U;

// Runs a daemon of its own through the plan; `say` hears how far it is. Memory, threads and
// descriptors are counted when nothing is being delivered.
EnduranceReport endure(const std::string& daemon, const EndurancePlan& plan,
                       const std::function<void(const std::string&)>& say);

}  // namespace plainbounce::testing
