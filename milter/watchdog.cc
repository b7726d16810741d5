#include "milter/watchdog.h"

#include <systemd/sd-daemon.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "milter/milter_watch.h"
#include "milter/supervisor_notice.h"

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;
// Where no watchdog says how often.
constexpr std::chrono::milliseconds kPeriod{10000};
// A verdict is of no use any more when so many periods have gone without another.
constexpr int kFreshPeriods = 3;

bool shows_health(const Settings& settings) {
  return settings.status.listen.has_value() || !settings.status.textfile.empty();
}

}  // namespace

struct Watchdog::State : std::enable_shared_from_this<State> {
  State(boost::asio::io_context& its_loop, Log& its_log, SocketAddress its_address)
      : loop(its_loop), log(its_log), address(std::move(its_address)) {}

  void begin() {
    if (watch) return;
    const std::weak_ptr<State> weak = weak_from_this();
    watch.emplace(address, period, [weak, &to_loop = loop](const MilterVerdict& verdict) {
      boost::asio::post(to_loop, [weak, verdict] {
        if (const auto self = weak.lock()) self->hear(verdict);
      });
    });
  }

  void hear(const MilterVerdict& verdict) {
    if (!watch) return;
    if (verdict.alive && feeds_systemd) notify_supervisor("WATCHDOG=1");
    if (!verdict.alive && alive_before) {
      log.write(Log::Level::kError, "the milter does not answer: " + verdict.why);
    } else if (verdict.alive && !alive_before) {
      log.write(Log::Level::kWarning, "the milter answers again");
    } else if (!verdict.proven && !std::exchange(unproven_told, true)) {
      log.write(Log::Level::kWarning,
                "the milter cannot be asked whether it answers: " + verdict.why);
    }
    alive_before = verdict.alive;
    health = {true, verdict.alive, verdict.why};
    heard = Clock::now();
  }

  boost::asio::io_context& loop;
  Log& log;
  const SocketAddress address;
  std::chrono::milliseconds period = kPeriod;
  bool begin_at_start = false;
  bool feeds_systemd = false;
  std::optional<MilterWatch> watch;
  bool alive_before = true;
  bool unproven_told = false;
  Health health;
  Clock::time_point heard;
};

Watchdog::Watchdog(boost::asio::io_context& loop, Log& log, const CurrentSnapshot& snapshot)
    : state_(std::make_shared<State>(loop, log, snapshot.get()->settings.milter.socket)) {
  if (shows_health(snapshot.get()->settings)) state_->begin_at_start = true;
}

Watchdog::~Watchdog() { state_->watch.reset(); }

void Watchdog::start() {
  uint64_t microseconds = 0;
  if (::sd_watchdog_enabled(0, &microseconds) > 0) {
    state_->feeds_systemd = true;
    state_->period =
        std::chrono::ceil<std::chrono::milliseconds>(std::chrono::microseconds(microseconds / 2));
  }
  if (state_->feeds_systemd || state_->begin_at_start) state_->begin();
}

void Watchdog::snapshot_changed(const std::shared_ptr<const Snapshot>& snapshot) {
  if (shows_health(snapshot->settings)) state_->begin();
}

void Watchdog::stop() { state_->watch.reset(); }

Watchdog::Health Watchdog::health() const {
  Health health = state_->health;
  if (health.known && Clock::now() - state_->heard > kFreshPeriods * state_->period) {
    health.alive = false;
    health.why = "nothing was heard of it for too long";
  }
  return health;
}

}  // namespace plainbounce
