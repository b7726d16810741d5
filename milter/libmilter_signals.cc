#include "milter/libmilter_signals.h"

#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

// Replaces the C library's function; nobody else in this process waits for signals this way.
extern "C" int sigwait(const sigset_t*, int*) {
  for (;;) ::pause();
}

namespace plainbounce {

bool libmilter_leaves_signals() {
  return ::dlsym(RTLD_DEFAULT, "sigwait") == reinterpret_cast<void*>(&::sigwait);
}

}  // namespace plainbounce
