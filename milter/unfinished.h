#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace plainbounce {

// Counts the messages that a stop has to wait for: those that were being received when it began,
// and all that are at their end, whose edits or reply may be on the way.
class Unfinished {
 public:
  // A message begins; false: a stop has begun, and will not wait for it.
  bool begin_receiving() {
    const std::lock_guard lock(mutex_);
    if (stopping_) return false;
    ++receiving_;
    return true;
  }
  // Only for a message that began with true.
  void end_receiving() { change_by(receiving_, -1); }
  void begin_ending() { change_by(ending_, 1); }
  void end_ending() { change_by(ending_, -1); }
  // A stop begins: waits at most `most` for the messages that are being received.
  void wait_for_receiving(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    changed_.wait_for(lock, most, [this] { return receiving_ == 0; });
  }
  // Waits at most `most` for messages at their end. False: there still are some.
  bool wait_for_ending(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, most, [this] { return ending_ == 0; });
  }

 private:
  void change_by(size_t& count, int change) {
    {
      const std::lock_guard lock(mutex_);
      count += static_cast<size_t>(change);
    }
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  size_t receiving_ = 0;
  size_t ending_ = 0;
};

}  // namespace plainbounce
