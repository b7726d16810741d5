#include "milter/losses_teller.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>

namespace plainbounce {
namespace {

constexpr std::chrono::seconds kInterval{60};

}  // namespace

struct LossesTeller::State {
  State(boost::asio::io_context& loop, Log& its_log, const Figures& its_figures,
        LineLimit& its_limit)
      : log(its_log), figures(its_figures), limit(its_limit), timer(loop) {}
  Log& log;
  const Figures& figures;
  LineLimit& limit;
  boost::asio::steady_timer timer;
  uint64_t dropped_before = 0;
};

LossesTeller::LossesTeller(boost::asio::io_context& loop, Log& log, const Figures& figures,
                           LineLimit& limit)
    : state_(std::make_unique<State>(loop, log, figures, limit)) {}

LossesTeller::~LossesTeller() = default;

void LossesTeller::start() { arm(); }

void LossesTeller::arm() {
  state_->timer.expires_after(kInterval);
  state_->timer.async_wait([this](const boost::system::error_code& cancelled) {
    if (cancelled) return;
    tell();
    arm();
  });
}

void LossesTeller::tell() {
  if (const std::string line = state_->limit.take_sums(); !line.empty()) {
    state_->log.write(Log::Level::kWarning, line);
  }
  const CountList& events = state_->figures.events;
  const uint64_t dropped = events.get(events.labels().index_of("dropped"));
  const uint64_t fresh = dropped - std::exchange(state_->dropped_before, dropped);
  if (fresh > 0) {
    state_->log.write(Log::Level::kWarning,
                      "log.events: dropped=" + std::to_string(fresh) + " since this was told last");
  }
}

void LossesTeller::stop() { state_->timer.cancel(); }

}  // namespace plainbounce
