#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace plainbounce {

// A line on a terminal that shows how far a long work is; it comes after half a second, changes ten
// times a second at most, and goes when it is destroyed.
class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  // Nothing is shown unless `visible`.
  ProgressBar(std::ostream& out, bool visible)
      : out_(out), visible_(visible), next_(first_time()) {}
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { clear(); }

  // `done` of `all` bytes; `all` 0: nobody knows how many there are. `what` is the file at hand.
  void show(uint64_t done, uint64_t all, const std::string& what) {
    if (visible_ && Clock::now() >= next_) draw(done, all, what);
  }
  void clear();

 private:
  static Clock::time_point first_time();
  void draw(uint64_t done, uint64_t all, const std::string& what);

  std::ostream& out_;
  bool visible_;
  bool is_drawn_ = false;
  Clock::time_point next_;
};

// "[#####               ]  25 %  mail.log"; without a whole, "12 MB  mail.log". At most 78 columns.
std::string progress_line(uint64_t done, uint64_t all, const std::string& what);

}  // namespace plainbounce
