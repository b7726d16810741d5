#include "milter/milter_watch.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "milter/accept_pause.h"
#include "milter/session_workers.h"

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;
// So soon, as a part of the period, a milter is asked again that did not answer.
constexpr int kSooner = 10;

}  // namespace

struct MilterWatch::State {
  SocketAddress address;
  std::chrono::milliseconds period{};
  Told told;
  std::mutex mutex;
  std::condition_variable changed;
  bool stopped = false;

  // True: told, and the watch goes on.
  bool tell(const MilterVerdict& verdict) {
    const std::lock_guard lock(mutex);
    if (!stopped) told(verdict);
    return !stopped;
  }

  // False: it was stopped meanwhile.
  bool rest_until(Clock::time_point then) {
    std::unique_lock lock(mutex);
    return !changed.wait_until(lock, then, [this] { return stopped; });
  }

  void run() {
    for (bool goes_on = true; goes_on;) {
      const Clock::time_point began = Clock::now();
      const MilterProgress before = MilterProgress::now();
      const ProbeResult probe = probe_milter(address, period / 2);
      const MilterVerdict verdict = judge_milter(probe, before, MilterProgress::now());
      goes_on = tell(verdict) &&
                rest_until(verdict.alive ? began + period : Clock::now() + period / kSooner);
    }
  }
};

MilterProgress MilterProgress::now() {
  const SessionWorkers::Progress workers = SessionWorkers::progress();
  return {AcceptPause::attempts(), workers.begun, workers.ended, workers.waiting,
          AcceptPause::is_short()};
}

MilterVerdict judge_milter(const ProbeResult& probe, const MilterProgress& before,
                           const MilterProgress& after) {
  const bool served = after.ended != before.ended;
  const bool stuck = !served && after.begun > after.ended + after.waiting;
  switch (probe.kind) {
    case ProbeResult::Kind::kAnswers:
      return {true, true, {}};
    case ProbeResult::Kind::kNotPermitted:
    case ProbeResult::Kind::kNoDescriptor:
      return {!stuck, false, probe.why};
    case ProbeResult::Kind::kSilent:
      break;
  }
  const bool accepts = after.accepts != before.accepts;
  return {accepts && (served || (after.short_of_files && !stuck)), true, probe.why};
}

MilterWatch::MilterWatch(SocketAddress address, std::chrono::milliseconds period, Told told)
    : state_(std::make_shared<State>()) {
  state_->address = std::move(address);
  state_->period = period;
  state_->told = std::move(told);
  std::thread([state = state_] { state->run(); }).detach();
}

MilterWatch::~MilterWatch() { stop(); }

void MilterWatch::stop() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopped = true;
  }
  state_->changed.notify_all();
}

}  // namespace plainbounce
