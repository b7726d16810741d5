#pragma once

#include <memory>
#include <string>

#include "milter/log.h"
#include "milter/service.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// Tells systemd at half its interval (sd_watchdog_enabled(3)) that the daemon lives: that the
// milter answers over its own socket (MilterWatch), and that the loop turns, since it is the loop
// that tells. Without systemd's watchdog the milter is asked only where its health is shown
// ([status]).
class Watchdog : public Service {
 public:
  // What is known of the milter; the loop's thread asks.
  struct Health {
    bool known = false;  // it is asked at all, and has been judged
    bool alive = false;
    std::string why;  // where it did not answer
  };

  // All must outlive it. The milter listens where the snapshot of this moment says.
  Watchdog(boost::asio::io_context& loop, Log& log, const CurrentSnapshot& snapshot);
  ~Watchdog() override;
  void start() override;
  void stop() override;
  void snapshot_changed(const std::shared_ptr<const Snapshot>& snapshot) override;
  [[nodiscard]] Health health() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace plainbounce
