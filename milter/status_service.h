#pragma once

#include <memory>

#include "core/base/result.h"
#include "milter/figures.h"
#include "milter/in_flight.h"
#include "milter/log.h"
#include "milter/service.h"
#include "milter/watchdog.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// Figures and health as others see them ([status], docs/figures.md): /metrics and /healthz over
// HTTP, and the figures as a file. Without listen and textfile it does nothing.
class StatusService : public Service {
 public:
  // All must outlive it.
  StatusService(boost::asio::io_context& loop, Log& log, const CurrentSnapshot& snapshot,
                const Figures& figures, const InFlight& in_flight, const Watchdog& watchdog);
  ~StatusService() override;

  // Makes the socket that the settings name, by the milter's rules for stale ones, mode and group.
  Result<void> open(const Settings& settings);
  void start() override;
  void stop() override;
  void snapshot_changed(const std::shared_ptr<const Snapshot>& snapshot) override;
  // Writes the file a last time; waits for a disk a moment only.
  void finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace plainbounce
