#pragma once

#include <atomic>
#include <cstddef>

namespace plainbounce {

// Bytes of all messages that are held at the moment, over all sessions.
class InFlight {
 public:
  // Takes `bytes` when the sum stays within `most`; else takes nothing and is false.
  bool take(size_t bytes, size_t most) {
    size_t now = held_.load(std::memory_order_relaxed);
    do {
      if (now > most || bytes > most - now) return false;
    } while (!held_.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
    return true;
  }
  void give_back(size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }
  [[nodiscard]] size_t held() const { return held_.load(std::memory_order_relaxed); }

 private:
  std::atomic<size_t> held_{0};
};

}  // namespace plainbounce
