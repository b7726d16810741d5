#pragma once

#include <memory>

#include "milter/service.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// Tells systemd at half its interval that the loop turns (sd_watchdog_enabled(3)). Does nothing
// where no watchdog is set.
class Watchdog : public Service {
 public:
  explicit Watchdog(boost::asio::io_context& loop);
  ~Watchdog() override;
  void start() override;
  void stop() override;
  void snapshot_changed(const std::shared_ptr<const Snapshot>&) override {}

 private:
  struct State;
  void arm();
  std::unique_ptr<State> state_;
};

}  // namespace plainbounce
