#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "milter/log.h"

namespace plainbounce::testing {

// Keeps the lines of level info and above; debug lines apart.
class CapturedLog : public Log {
 public:
  void write(Level level, std::string_view line) noexcept override {
    const std::lock_guard lock(mutex_);
    (level == Level::kDebug ? debug_ : lines_).emplace_back(line);
  }
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }
  std::vector<std::string> take_debug() {
    const std::lock_guard lock(mutex_);
    return std::exchange(debug_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
  std::vector<std::string> debug_;
};

}  // namespace plainbounce::testing
