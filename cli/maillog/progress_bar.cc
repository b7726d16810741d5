#include "cli/maillog/progress_bar.h"

#include <algorithm>
#include <ostream>

#include "cli/console.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

std::string progress_line(uint64_t done, uint64_t all, const std::string& what) {
  constexpr uint64_t kWidth = 30;
  constexpr size_t kColumns = 78;
  std::string line;
  if (all == 0) {
    line = std::to_string(done >> 20U) + " MB  ";
  } else {
    const uint64_t percent = std::min<uint64_t>(done, all) * 100 / all;
    const auto full = static_cast<size_t>(percent * kWidth / 100);
    std::string number = std::to_string(percent);
    number.insert(0, 3 - number.size(), ' ');
    line = "[" + std::string(full, '#') + std::string(kWidth - full, ' ') + "] " + number + " %  ";
  }
  return line.append(cut_utf8(escape_for_terminal(what), kColumns - line.size()));
}

ProgressBar::Clock::time_point ProgressBar::first_time() {
  return Clock::now() + std::chrono::milliseconds(500);
}

void ProgressBar::draw(uint64_t done, uint64_t all, const std::string& what) {
  next_ = Clock::now() + std::chrono::milliseconds(100);
  out_ << "\r" << progress_line(done, all, what) << "\x1b[K" << std::flush;
  is_drawn_ = true;
}

void ProgressBar::clear() {
  if (is_drawn_) out_ << "\r\x1b[K" << std::flush;
  is_drawn_ = false;
}

}  // namespace plainbounce
