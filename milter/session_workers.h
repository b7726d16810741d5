#pragma once

#include <cstddef>
#include <cstdint>

namespace plainbounce {

class PacketInput;

// The threads that serve libmilter's connections. libmilter's own pool makes and ends a thread for
// every third bounce, and asks the socket before, between and behind all pieces of a packet; so the
// executable defines mi_pool_controller_init, mi_start_session and poll, as it does writev
// (single_write.h). A fixed number of threads waits for all connections with one epoll; a thread is
// given a connection when something has come, reads all of it at once (packet_input.h), lets
// libmilter treat the whole packets among it, and never waits for the rest.
class SessionWorkers {
 public:
  // How many threads serve connections; those that wait for an MTA to take bytes are not counted.
  static size_t count();
  // What the calling thread serves; null in all others, and where libmilter is not bound to this.
  static PacketInput* input_served();
  // The calling thread serves the connection `fd`.
  static bool serves(int fd);
  // What the threads have done so far; for any thread. Begun and not ended: at work, or `waiting`
  // as below.
  struct Progress {
    uint64_t begun = 0;
    uint64_t ended = 0;
    uint64_t waiting = 0;
  };
  static Progress progress();
  // As long as it lives the calling thread may wait: when all threads do, another one serves in
  // their place.
  class Waiting {
   public:
    Waiting();
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    bool in_pool_;
  };
  // Waits up to `most` milliseconds until the socket takes bytes. False with errno: it failed, or
  // ETIMEDOUT.
  static bool wait_until_writable(int fd, int most);
  // True when libmilter's calls come here.
  static bool are_bound();
};

}  // namespace plainbounce
