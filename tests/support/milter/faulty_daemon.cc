// The daemon with one stage that fails to order: PLAINBOUNCE_FAULT=split:exception. Never
// installed.
#include <cstdio>
#include <cstdlib>

#include "milter/daemon.h"
#include "tests/support/milter/ordered_fault.h"

int main(int count, char** arguments) {
  const char* ordered = std::getenv("PLAINBOUNCE_FAULT");
  static auto fault = plainbounce::testing::parse_fault(ordered == nullptr ? "" : ordered);
  if (!fault) {
    std::fprintf(stderr, "PLAINBOUNCE_FAULT names no fault\n");
    return 2;
  }
  plainbounce::daemon_main(count, arguments, &*fault);
}
