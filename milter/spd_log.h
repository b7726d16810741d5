#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "milter/log.h"

namespace spdlog {
class logger;
}

namespace plainbounce {

// The log through spdlog: standard error (with the journal's priority prefix where standard error
// is the journal), syslog with facility mail, or the journal itself. Ident: plainbounced.
class SpdLog : public Log {
 public:
  // Writes to standard error until configured.
  SpdLog();
  ~SpdLog() override;

  // `background`: there is no standard error; syslog stands in for it.
  void configure(const LogSettings& settings, bool background);
  void write(Level level, std::string_view line) noexcept override;

 private:
  [[nodiscard]] std::shared_ptr<spdlog::logger> current() const;
  mutable std::mutex mutex_;
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace plainbounce
