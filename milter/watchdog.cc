#include "milter/watchdog.h"

#include <systemd/sd-daemon.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

namespace plainbounce {

struct Watchdog::State {
  explicit State(boost::asio::io_context& loop) : timer(loop) {}
  boost::asio::steady_timer timer;
  std::chrono::microseconds interval{0};
};

Watchdog::Watchdog(boost::asio::io_context& loop) : state_(std::make_unique<State>(loop)) {}

Watchdog::~Watchdog() = default;

void Watchdog::start() {
  uint64_t microseconds = 0;
  if (::sd_watchdog_enabled(0, &microseconds) <= 0) return;
  state_->interval = std::chrono::microseconds(microseconds / 2);
  arm();
}

void Watchdog::arm() {
  state_->timer.expires_after(state_->interval);
  state_->timer.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    ::sd_notify(0, "WATCHDOG=1");
    arm();
  });
}

void Watchdog::stop() { state_->timer.cancel(); }

}  // namespace plainbounce
