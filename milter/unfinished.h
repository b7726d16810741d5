#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace plainbounce {

// Counts the messages that a stop has to wait for: of those that were there when it began, the ones
// being received, and the ones at their end, whose edits or reply may be on the way. What comes
// later does not hold it up.
class Unfinished {
 public:
  enum class Phase { kReceiving, kEnding };

  // False: a stop has begun and will not wait for this one; then there is no end(). `goes_on`: the
  // message is counted in the other phase already, so it is in this one too.
  bool begin(Phase phase, bool goes_on = false) {
    const std::lock_guard lock(mutex_);
    if (stopping_ && !goes_on) return false;
    ++count(phase);
    return true;
  }
  void end(Phase phase) {
    {
      const std::lock_guard lock(mutex_);
      --count(phase);
    }
    changed_.notify_all();
  }
  // A stop begins. Waits for the messages of a phase; false: after `most` there still are some.
  bool stop_and_wait(Phase phase, std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    return changed_.wait_for(lock, most, [this, phase] { return count(phase) == 0; });
  }

 private:
  size_t& count(Phase phase) { return phase == Phase::kReceiving ? receiving_ : ending_; }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  size_t receiving_ = 0;
  size_t ending_ = 0;
};

}  // namespace plainbounce
