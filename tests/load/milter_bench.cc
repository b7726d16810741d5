// milter_bench: the daemon beside minimal libmilter programs, in turns in one run.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "milter/process.h"
#include "tests/load/bench_figure.h"
#include "tests/load/load_generator.h"
#include "tests/load/process_figures.h"
#include "tests/support/milter/daemon_process.h"

namespace plainbounce::testing {
namespace {

using Clock = std::chrono::steady_clock;

struct BenchPlan {
  int rounds = 7;
  size_t messages = 4000;     // bounces in a round; ten times as many ordinary messages
  size_t connections = 2000;  // of the figures about many connections
};

// A milter that runs, ours or one beside it.
class Target {
 public:
  explicit Target(const std::string& program, std::vector<std::string> arguments = {},
                  const SocketAddress* address = nullptr)
      : process_(program) {
    if (!arguments.empty()) process_.use_arguments(std::move(arguments));
    if (address != nullptr) {
      process_.listen_on(*address);
      process_.write_settings("");
    }
    const Clock::time_point begun = Clock::now();
    if (!process_.start()) throw std::runtime_error(program + ": " + process_.log());
    ready_after_ = Clock::now() - begun;
    generator_ = std::make_unique<LoadGenerator>(process_.address());
  }

  LoadResult run(const LoadTraffic& traffic) {
    LoadResult result = generator_->run(traffic);
    if (result.errors != 0) throw std::runtime_error(result.faults.front());
    return result;
  }
  LoadGenerator& generator() { return *generator_; }
  [[nodiscard]] double ready_after_ms() const { return in_microseconds(ready_after_) / 1000; }
  [[nodiscard]] pid_t pid() const { return process_.pid(); }
  [[nodiscard]] ProcessFigures figures() const { return figures_of(process_.pid()); }
  [[nodiscard]] const TemporaryDirectory& directory() const { return process_.directory(); }

 private:
  DaemonProcess process_;
  Clock::duration ready_after_{};
  std::unique_ptr<LoadGenerator> generator_;
};

// Two values taken in turns, some rounds.
class Turns {
 public:
  void add(double ours, double beside) {
    ours_.push_back(ours);
    beside_.push_back(beside);
    ratios_.push_back(beside == 0 ? 0 : ours / beside);
  }
  [[nodiscard]] BenchFigure figure(std::string name, std::string unit, std::optional<double> bar,
                                   bool higher_is_better) const {
    return {std::move(name),    std::move(unit), median_of(ours_), median_of(beside_),
            median_of(ratios_), std::move(bar),  higher_is_better};
  }

 private:
  std::vector<double> ours_, beside_, ratios_;
};

class Bench {
 public:
  explicit Bench(const BenchPlan& plan)
      : plan_(plan), ours_(daemon_program()), accepting_(minimal(), {"accept"}) {
    ours_.run(bounces(1, 2000));
    const std::string edits =
        ours_.directory().write("edits", ours_.generator().answer_to_first_bounce());
    replacing_arguments_ = {"replace", edits};
    replacing_ = std::make_unique<Target>(minimal(), replacing_arguments_);
    lean_ = std::make_unique<Target>(minimal(), std::vector<std::string>{"lean", edits});
  }

  std::vector<BenchFigure> run() {
    measure_bounces("edited 2 KB bounce", *replacing_, 0.9);
    measure_bounces("edited 2 KB bounce, beside a leaner dialogue", *lean_, std::nullopt);
    measure_ordinary("ordinary mail, connection kept", false, 0.98);
    measure_ordinary("ordinary mail, new connection each", true, std::nullopt);
    measure_tcp();
    measure_start();
    measure_idle();
    measure_busy();
    return std::move(figures_);
  }

 private:
  static std::string minimal() { return PLAINBOUNCE_MINIMAL_MILTER; }
  static LoadTraffic bounces(size_t count, size_t bytes) {
    LoadTraffic traffic;
    traffic.bounces = count;
    traffic.bounce_bytes = bytes;
    traffic.different_bounces = 1;
    return traffic;
  }
  // Rates and processor time of both, in turns; the order changes with each round.
  std::pair<Turns, Turns> compare(Target& beside, const LoadTraffic& traffic);
  void measure_bounces(const std::string& name, Target& beside, std::optional<double> bar);
  void measure_ordinary(const std::string& name, bool new_connection_each,
                        std::optional<double> bar);
  void measure_tcp();
  void measure_start();
  void measure_idle();
  void measure_busy();

  const BenchPlan& plan_;
  Target ours_;
  Target accepting_;
  std::vector<std::string> replacing_arguments_;
  std::unique_ptr<Target> replacing_;
  std::unique_ptr<Target> lean_;
  std::vector<BenchFigure> figures_;
};

struct Measured {
  double rate = 0;       // messages per second
  double processor = 0;  // microseconds per message
  double median = 0;     // latency in microseconds
};

Measured measure(Target& target, const LoadTraffic& traffic) {
  const auto before = processor_time_of(target.pid());
  const LoadResult result = target.run(traffic);
  const auto used = processor_time_of(target.pid()) - before;
  return {result.per_second(), in_microseconds(used) / static_cast<double>(result.messages),
          in_microseconds(result.latency(0.5))};
}

// Each of two measured `rounds` times, the order changing with each round.
void take_turns(int rounds, const std::function<Measured()>& ours,
                const std::function<Measured()>& beside,
                const std::function<void(const Measured&, const Measured&)>& take) {
  for (int round = 0; round < rounds; ++round) {
    if (round % 2 == 0) {
      const Measured first = ours();
      take(first, beside());
    } else {
      const Measured first = beside();
      take(ours(), first);
    }
  }
}

std::pair<Turns, Turns> Bench::compare(Target& beside, const LoadTraffic& traffic) {
  std::pair<Turns, Turns> turns;
  take_turns(
      plan_.rounds, [&] { return measure(ours_, traffic); },
      [&] { return measure(beside, traffic); },
      [&](const Measured& ours, const Measured& other) {
        turns.first.add(ours.rate, other.rate);
        turns.second.add(ours.processor, other.processor);
      });
  return turns;
}

void Bench::measure_bounces(const std::string& name, Target& beside, std::optional<double> bar) {
  const auto [rate, processor] = compare(beside, bounces(plan_.messages, 2000));
  figures_.push_back(rate.figure(name, "1/s", bar, true));
  figures_.push_back(processor.figure(name + ", processor time", "us", std::nullopt, false));
}

void Bench::measure_ordinary(const std::string& name, bool new_connection_each,
                             std::optional<double> bar) {
  LoadTraffic traffic;
  traffic.ordinary = plan_.messages * (new_connection_each ? 2 : 10);
  traffic.new_connection_each = new_connection_each;
  const auto [rate, processor] = compare(accepting_, traffic);
  figures_.push_back(rate.figure(name, "1/s", bar, true));
  figures_.push_back(processor.figure(name + ", processor time", "us", std::nullopt, false));
}

void Bench::measure_tcp() {
  const SocketAddress address = {SocketAddress::Family::kInet4, "", "127.0.0.1", free_port()};
  Target tcp(daemon_program(), {}, &address);
  LoadTraffic traffic = bounces(plan_.messages / 4, 2000);
  traffic.connections = 1;
  Turns turns;
  take_turns(
      plan_.rounds, [&] { return measure(tcp, traffic); }, [&] { return measure(ours_, traffic); },
      [&](const Measured& inet, const Measured& local) { turns.add(inet.median, local.median); });
  figures_.push_back(turns.figure("edited bounce, one at a time: TCP beside unix", "us", 2, false));
}

void Bench::measure_start() {
  Turns turns;
  for (int round = 0; round < plan_.rounds; ++round) {
    const double ours = Target(daemon_program()).ready_after_ms();
    turns.add(ours, Target(minimal(), {"accept"}).ready_after_ms());
  }
  figures_.push_back(turns.figure("start to ready", "ms", std::nullopt, false));
}

void add_figures(std::vector<BenchFigure>& to, const std::string& name, const ProcessFigures& ours,
                 const ProcessFigures& beside) {
  Turns memory;
  memory.add(static_cast<double>(ours.resident_bytes) / 1e6,
             static_cast<double>(beside.resident_bytes) / 1e6);
  to.push_back(memory.figure(name + ": memory", "MB", std::nullopt, false));
  Turns threads;
  threads.add(static_cast<double>(ours.threads), static_cast<double>(beside.threads));
  to.push_back(threads.figure(name + ": threads", "count", std::nullopt, false));
}

void Bench::measure_idle() {
  Target ours(daemon_program());
  Target beside(minimal(), replacing_arguments_);
  // A message first, so that all threads have begun.
  for (Target* target : {&ours, &beside}) target->run(bounces(1, 2000));
  add_figures(figures_, "idle", ours.figures(), beside.figures());
  for (Target* target : {&ours, &beside}) {
    if (!target->generator().open_idle(plan_.connections)) throw std::runtime_error("not taken");
  }
  add_figures(figures_, std::to_string(plan_.connections) + " idle connections", ours.figures(),
              beside.figures());
}

void Bench::measure_busy() {
  LoadTraffic traffic = bounces(plan_.connections * 2, 2000);
  traffic.connections = plan_.connections;
  const auto most = [&](Target& target) {
    ProcessFigures figures;
    traffic.progress_step = std::max<size_t>(1, traffic.bounces / 100);
    traffic.progress = [&](size_t) {
      const ProcessFigures now = target.figures();
      figures.resident_bytes = std::max(figures.resident_bytes, now.resident_bytes);
      figures.threads = std::max(figures.threads, now.threads);
    };
    target.run(traffic);
    return figures;
  };
  Target ours(daemon_program());
  Target beside(minimal(), replacing_arguments_);
  const ProcessFigures of_ours = most(ours);
  add_figures(figures_, std::to_string(plan_.connections) + " busy connections, at most", of_ours,
              most(beside));
}

}  // namespace
}  // namespace plainbounce::testing

int main(int count, char** arguments) {
  using namespace plainbounce::testing;
  CLI::App app("Measures the daemon beside minimal libmilter programs.");
  BenchPlan plan;
  bool json = false;
  app.add_option("--rounds", plan.rounds, "of each comparison")->capture_default_str();
  app.add_option("--messages", plan.messages, "bounces in a round")->capture_default_str();
  app.add_option("--connections", plan.connections, "where there are many")->capture_default_str();
  app.add_flag("--json", json, "the figures as a JSON array");
  CLI11_PARSE(app, count, arguments);
  plainbounce::raise_open_files();
  try {
    const std::vector<BenchFigure> figures = Bench(plan).run();
    std::fputs((json ? to_json(figures) : to_table(figures)).c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "milter_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
