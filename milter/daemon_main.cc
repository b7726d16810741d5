#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

#include "milter/daemon.h"
#include "milter/options.h"
#include "milter/process.h"

namespace plainbounce {

void daemon_main(int count, char* const* arguments, StageProbe* probe) {
  open_standard_files();
  const auto options = parse_options(count, arguments);
  int status = exit_status::kDone;
  if (!options) {
    std::fprintf(stderr, "plainbounced: %s\n", to_string(options.error()).c_str());
    std::fputs(usage().c_str(), stderr);
    status = exit_status::kBadUsage;
  } else if (options->show_help) {
    std::fputs(usage().c_str(), stdout);
  } else if (options->show_version) {
    std::puts("plainbounced " PLAINBOUNCE_VERSION);
  } else {
    try {
      auto* daemon = std::make_unique<Daemon>(*options, probe).release();
      status = daemon->run();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "plainbounced: %s\n", error.what());
      status = exit_status::kCannotRun;
    }
  }
  std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace plainbounce
