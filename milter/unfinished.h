#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace plainbounce {

// Counts the messages that a stop has to wait for: those being received, and among them those at
// their end, whose edits or reply may be on the way.
class Unfinished {
 public:
  void receiving(long change) { change_by(receiving_, change); }
  void ending(long change) { change_by(ending_, change); }
  // Waits until no message is at its end (at most `for_ending`) and none is being received (at most
  // `for_receiving`). False: messages at their end are left.
  bool wait(std::chrono::milliseconds for_receiving, std::chrono::milliseconds for_ending) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, for_receiving, [this] { return receiving_ == 0 && ending_ == 0; });
    return changed_.wait_for(lock, for_ending, [this] { return ending_ == 0; });
  }

 private:
  void change_by(long& count, long change) {
    {
      const std::lock_guard lock(mutex_);
      count += change;
    }
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  long receiving_ = 0;
  long ending_ = 0;
};

}  // namespace plainbounce
