#pragma once

#include <functional>

#include "core/base/result.h"

namespace plainbounce {

inline constexpr const char* kDaemonUnit = "plainbounce.service";

// Whether systemd runs this machine and, under it, the daemon.
bool is_daemon_unit_active();
// Waits until the daemon is ready again. The error holds what systemctl says.
Result<void> restart_daemon_unit();

// Both, as something to hand over.
struct DaemonUnit {
  std::function<bool()> is_active = is_daemon_unit_active;
  std::function<Result<void>()> restart = restart_daemon_unit;
};

}  // namespace plainbounce
