#include "cli/postfix/daemon_unit.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>

#include "cli/postfix/run_program.h"
#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr std::chrono::seconds kRestartLimit{120};

}  // namespace

bool is_daemon_unit_active() {
  std::error_code failure;
  if (!std::filesystem::is_directory("/run/systemd/system", failure)) return false;
  const auto result = run_program("systemctl", {"is-active", "--quiet", kDaemonUnit});
  return result && result->status == 0;
}

Result<void> restart_daemon_unit() {
  const auto result = run_program("systemctl", {"restart", kDaemonUnit}, kRestartLimit);
  if (!result) return tl::unexpected<Error>(result.error());
  if (result->status == 0) return {};
  return fail("systemctl restart plainbounce: " + std::string(trim(result->err)));
}

}  // namespace plainbounce
