#pragma once

#include <memory>
#include <string>

#include "core/bounce/bounce_explainer.h"
#include "milter/options.h"
#include "milter/snapshot.h"

namespace plainbounce {

// As usage() tells them.
namespace exit_status {
inline constexpr int kDone = 0;
inline constexpr int kBadConfiguration = 1;
inline constexpr int kBadUsage = 2;
inline constexpr int kCannotRun = 3;
}  // namespace exit_status

// The daemon: starts, serves, reloads and stops. Its threads outlive run(), since libmilter's
// cannot be joined: a Daemon is never destroyed, the process ends without going through exit(3).
class Daemon {
 public:
  // `probe` is for tests; null in production.
  explicit Daemon(DaemonOptions options, StageProbe* probe = nullptr);

  // Runs until a signal stops it; the exit status: 0 stopped, 1 configuration, 3 cannot run.
  int run();

 private:
  struct Parts;
  int start();
  bool open_socket();
  Result<void> make_services();
  void announce();
  void serve();
  void on_signal(int number);
  void reload();
  void take_over(LoadedSnapshot loaded);
  void note_reload(bool fine);
  void end_reload();
  void tell_rejections();
  void stop();

  DaemonOptions options_;
  StageProbe* probe_;
  Parts* parts_ = nullptr;
};

// main() of the daemon, for production (null) and for tests. Does not return.
[[noreturn]] void daemon_main(int count, char* const* arguments, StageProbe* probe);

}  // namespace plainbounce
