#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "milter/label_set.h"

namespace plainbounce {

// How long something took, by bounds. For any thread, without a lock.
class TimeHistogram {
 public:
  using Duration = std::chrono::nanoseconds;
  static constexpr std::array<Duration, 14> kBounds = {
      std::chrono::microseconds(50),  std::chrono::microseconds(100),
      std::chrono::microseconds(250), std::chrono::microseconds(500),
      std::chrono::milliseconds(1),   std::chrono::microseconds(2500),
      std::chrono::milliseconds(5),   std::chrono::milliseconds(10),
      std::chrono::milliseconds(25),  std::chrono::milliseconds(50),
      std::chrono::milliseconds(100), std::chrono::milliseconds(250),
      std::chrono::seconds(1),        std::chrono::seconds(5)};

  void observe(Duration time) {
    size_t at = 0;
    while (at < kBounds.size() && time > kBounds[at]) ++at;
    counts_[at].add();
    sum_.add(static_cast<uint64_t>(time.count()));
  }
  // Of those up to kBounds[at] and above the bound before; the last: above all bounds.
  [[nodiscard]] uint64_t get(size_t at) const { return counts_[at].get(); }
  [[nodiscard]] Duration sum() const { return Duration(sum_.get()); }

 private:
  std::array<Count, kBounds.size() + 1> counts_;
  Count sum_;  // nanoseconds
};

}  // namespace plainbounce
