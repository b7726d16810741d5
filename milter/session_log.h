#pragma once

#include "milter/log.h"
#include "milter/session_workers.h"

namespace plainbounce {

// The log as sessions write it: where it has to wait (a full pipe, a journal that is stopped),
// other threads serve the connections.
class SessionLog : public Log {
 public:
  explicit SessionLog(Log& log) : log_(log) {}
  void write(Level level, std::string_view line) noexcept override {
    const SessionWorkers::Waiting others_go_on;
    log_.write(level, line);
  }

 private:
  Log& log_;
};

}  // namespace plainbounce
