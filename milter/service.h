#pragma once

#include <memory>

#include "milter/snapshot.h"

namespace plainbounce {

// Something that runs on the main thread's Asio loop beside the mail: all calls come on that
// thread. A service gets the io_context when it is made.
class Service {
 public:
  virtual ~Service() = default;
  virtual void start() = 0;
  // Lets go of everything that keeps the loop running.
  virtual void stop() = 0;
  // After each reload.
  virtual void snapshot_changed(const std::shared_ptr<const Snapshot>& snapshot) = 0;
};

}  // namespace plainbounce
