#pragma once

#include <cstdint>
#include <functional>

namespace plainbounce {

// When accept(2) fails because there is no descriptor or memory for another connection, libmilter
// asks again at once, and keeps a processor busy until there is. So the executable defines accept,
// as it does writev (single_write.h): where a thread has begun this, such a failure takes a moment.
// The MTA's connection waits in the socket's queue meanwhile; open connections are served.
class AcceptPause {
 public:
  // For the calls of this thread. `changed` hears the error number when they begin to fail, and 0
  // when they work again; at most once a minute, whatever comes and goes in between.
  static void begin(std::function<void(int error)> changed);
  // The descriptor that this thread accepted last; -1: the last attempt failed.
  static int accepted();
  // How often threads that began have tried to accept, and whether the last of them found no
  // descriptor or memory. For any thread.
  static uint64_t attempts();
  static bool is_short();
  // True when calls of shared libraries to accept come here.
  static bool is_bound();
};

}  // namespace plainbounce
