#include "tests/load/endurance.h"

#include <poll.h>

#include <algorithm>
#include <chrono>

#include "milter/process.h"
#include "tests/load/load_generator.h"
#include "tests/support/milter/daemon_process.h"

namespace plainbounce::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{30};
constexpr int kPoll = 20;       // milliseconds between two looks at /proc
constexpr int kSameLooks = 10;  // that make a rest
// libmilter's pool keeps a worker more or less.
constexpr size_t kSteps = 10;  // reports of progress

class Endurance {
 public:
  Endurance(const std::string& program, const EndurancePlan& plan,
            const std::function<void(const std::string&)>& say)
      : daemon_(program), generator_(daemon_.address()), plan_(plan), say_(say) {}

  EnduranceReport run();

 private:
  void find(const std::string& finding) { report_.findings.push_back(finding); }
  LoadResult deliver(size_t bounces, size_t ordinary, bool on_idle);
  ProcessFigures at_rest(const std::string& when, size_t descriptors);
  void compare();
  void count_log_lines();

  DaemonProcess daemon_;
  LoadGenerator generator_;
  const EndurancePlan& plan_;
  const std::function<void(const std::string&)>& say_;
  EnduranceReport report_;
  size_t bounces_ = 0;
};

LoadResult Endurance::deliver(size_t bounces, size_t ordinary, bool on_idle) {
  LoadTraffic traffic;
  traffic.bounces = bounces;
  traffic.ordinary = ordinary;
  traffic.connections = plan_.busy;
  traffic.on_idle_connections = on_idle;
  traffic.progress_step = std::max<size_t>(1, (bounces + ordinary) / kSteps);
  traffic.progress = [this](size_t messages) {
    say_(std::to_string(messages) + " messages: " + to_string(figures_of(daemon_.pid())));
  };
  LoadResult result = generator_.run(traffic);
  bounces_ += bounces;
  say_(to_line(result));
  for (const std::string& fault : result.faults) find(fault);
  if (result.ordinary_body_bytes != 0) find("bodies of ordinary mail crossed the socket");
  return result;
}

// Waits until closed connections and threads without work are gone.
ProcessFigures Endurance::at_rest(const std::string& when, size_t descriptors) {
  const Clock::time_point end = Clock::now() + kPatience;
  ProcessFigures figures = figures_of(daemon_.pid());
  for (int same = 0; same < kSameLooks && Clock::now() < end;) {
    ::poll(nullptr, 0, kPoll);
    const ProcessFigures next = figures_of(daemon_.pid());
    const bool settled = next.descriptors <= descriptors && next.threads >= figures.threads;
    same = settled ? same + 1 : 0;
    figures = next;
  }
  say_(when + ": " + to_string(figures));
  if (figures.descriptors > descriptors) {
    find(when + ": more than " + std::to_string(descriptors) + " descriptors are open");
  }
  return figures;
}

void Endurance::compare() {
  const std::string change = to_string(report_.warm) + ", then " + to_string(report_.end);
  if (report_.end.threads > report_.warm.threads) {
    find("threads have been left over: " + change);
  }
  if (plan_.memory_must_be_flat &&
      report_.end.resident_bytes > report_.warm.resident_bytes + kAllowedGrowth) {
    find("memory has grown: " + change);
  }
}

void Endurance::count_log_lines() {
  const size_t lines = daemon_.log_lines(": explained ").size();
  if (lines != bounces_) {
    find(std::to_string(lines) + " bounces were explained instead of " + std::to_string(bounces_));
  }
}

EnduranceReport Endurance::run() {
  raise_open_files();
  if (!daemon_.start()) {
    find("the daemon does not start: " + daemon_.log());
    return report_;
  }
  if (!generator_.open_idle(plan_.idle)) {
    find("the idle connections were not taken");
    return report_;
  }
  const ProcessFigures start = figures_of(daemon_.pid());
  say_("idle connections are open: " + to_string(start));
  const size_t warm_bounces = plan_.warm_up / 2;
  const size_t warm_ordinary = plan_.warm_up - warm_bounces;
  deliver(warm_bounces, warm_ordinary, false);
  report_.warm = at_rest("at rest after the first messages", start.descriptors);
  report_.load = deliver(plan_.bounces - warm_bounces, plan_.ordinary - warm_ordinary, false);
  report_.end = at_rest("at rest after the last message", start.descriptors);
  compare();
  deliver(plan_.idle / 2, plan_.idle - plan_.idle / 2, true);
  at_rest("all connections closed", start.descriptors - plan_.idle);
  if (const int status = daemon_.stop(); status != 0) {
    find("the daemon ended with " + std::to_string(status) + ": " + daemon_.log());
  }
  count_log_lines();
  return report_;
}

}  // namespace

EnduranceReport endure(const std::string& daemon, const EndurancePlan& plan,
                       const std::function<void(const std::string&)>& say) {
  return Endurance(daemon, plan, say).run();
}

}  // namespace plainbounce::testing
