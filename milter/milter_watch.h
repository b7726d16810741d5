#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "config/socket_address.h"
#include "milter/milter_probe.h"

namespace plainbounce {

// How far the milter's threads have come; the numbers only grow.
struct MilterProgress {
  uint64_t accepts = 0;  // attempts to accept a connection, failed ones too
  uint64_t begun = 0;    // turns of a serving thread with a connection
  uint64_t ended = 0;
  uint64_t waiting = 0;         // of those that have not ended: for an MTA or the log
  bool short_of_files = false;  // connections wait because no descriptor is free
  static MilterProgress now();
};

struct MilterVerdict {
  bool alive = false;
  bool proven = true;  // false: it could not be asked, only nothing speaks against it
  std::string why;     // where it did not answer
};

// A milter lives when it answers. One that is busy or out of descriptors may not answer in time:
// then it lives when meanwhile connections were tried to accept, and a serving thread came to an
// end of something, or none had anything to do. One that this process cannot ask (no permission, no
// descriptor) lives as long as no thread is stuck.
MilterVerdict judge_milter(const ProbeResult& probe, const MilterProgress& before,
                           const MilterProgress& after);

// Asks the milter again and again on a thread of its own.
class MilterWatch {
 public:
  // On the watch's thread, never behind stop(). Must not call the watch.
  using Told = std::function<void(const MilterVerdict&)>;
  // Every `period`, and sooner after a bad verdict; an answer may take half of it.
  MilterWatch(SocketAddress address, std::chrono::milliseconds period, Told told);
  ~MilterWatch();  // stops
  MilterWatch(const MilterWatch&) = delete;
  MilterWatch& operator=(const MilterWatch&) = delete;
  // Does not wait for a probe that is under way.
  void stop();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace plainbounce
