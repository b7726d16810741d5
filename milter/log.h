#pragma once

#include <string_view>

#include "config/settings.h"

namespace plainbounce {

// Where the daemon's lines go. Safe to call from several threads; never throws.
class Log {
 public:
  using Level = LogSettings::Level;
  virtual ~Log() = default;
  // One line without line end. What comes from strangers has gone through escape_for_log.
  virtual void write(Level level, std::string_view line) noexcept = 0;
};

}  // namespace plainbounce
