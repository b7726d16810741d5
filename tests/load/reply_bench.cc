// reply_bench: the daemon's reply map beside a minimal Asio echo of the same netstrings, in turns
// in one run: alone, many requests at once, and beside bounces and reloads.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/load/bench_figure.h"
#include "tests/load/load_generator.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/socketmap_client.h"

namespace plainbounce::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kAtOnce = 64;
constexpr std::chrono::milliseconds kBetweenReloads{100};  // a pace, far above any real one

// Requests as Postfix makes them, each with an address of its own.
std::vector<std::string> requests() {
  const std::pair<const char*, const char*> replies[] = {
      {"550 5.1.1 ", ": Recipient address rejected: User unknown in local recipient table"},
      {"554 5.7.1 ", ": Relay access denied"},
      {"450 4.2.0 ", ": Recipient address rejected: Greylisted, see http://postgrey.example/help"},
      {"552 5.2.2 ", ": Recipient address rejected: Mailbox full"},
      {"450 4.1.8 ", ": Sender address rejected: Domain not found"},
      {"504 5.5.2 ", ": Recipient address rejected: need fully-qualified address"}};
  std::vector<std::string> all;
  for (int i = 0; i < 600; ++i) {
    const auto& [codes, words] = replies[static_cast<size_t>(i) % std::size(replies)];
    all.push_back(netstring("footer " + std::string(codes) + "<user" + std::to_string(i * 7919) +
                            "@box.example>" + words));
  }
  return all;
}

struct Measured {
  double rate = 0;  // lookups per second
  double p99 = 0;   // microseconds of one, where they come one at a time
};

std::string checked(std::optional<std::string> answer) {
  if (!answer || answer->empty()) throw std::runtime_error("no answer");
  const bool is_one = answer->starts_with("OK ") || answer->starts_with("footer ");
  if (!is_one) throw std::runtime_error("answered: " + *answer);
  return std::move(*answer);
}

Measured ask(const SocketAddress& address, size_t lookups, size_t at_once) {
  static const std::vector<std::string> all = requests();
  SocketmapClient client(address);
  std::vector<double> times;
  times.reserve(lookups / at_once + 1);
  const Clock::time_point begun = Clock::now();
  size_t done = 0;
  while (done < lookups) {
    std::string bytes;
    for (size_t i = 0; i < at_once; ++i) bytes += all[(done + i) % all.size()];
    const Clock::time_point asked = Clock::now();
    if (!client.send(bytes)) throw std::runtime_error("the connection broke");
    for (size_t i = 0; i < at_once; ++i) checked(client.answer());
    times.push_back(in_microseconds(Clock::now() - asked));
    done += at_once;
  }
  const double seconds = in_seconds(Clock::now() - begun);
  const auto p99 = times.begin() + static_cast<std::ptrdiff_t>(times.size() * 99 / 100);
  std::nth_element(times.begin(), p99, times.end());
  return {static_cast<double>(done) / seconds, *p99};
}

// Bounces and reloads of a daemon for as long as it lives.
class Disturbance {
 public:
  explicit Disturbance(DaemonProcess& daemon) {
    bounces_ = std::thread([this, &daemon] {
      LoadGenerator generator(daemon.address());
      LoadTraffic traffic;
      traffic.bounces = 500;
      while (!over_) {
        const LoadResult result = generator.run(traffic);
        if (result.errors == 0) continue;
        std::fprintf(stderr, "reply_bench: %s\n", result.faults.front().c_str());
        failed_ = true;
        return;
      }
    });
    reloads_ = std::thread([this, &daemon] {
      while (!over_) {
        if (!daemon.reload()) failed_ = true;
        std::this_thread::sleep_for(kBetweenReloads);
      }
    });
  }
  // False: something of it went wrong.
  bool end() {
    over_ = true;
    if (bounces_.joinable()) bounces_.join();
    if (reloads_.joinable()) reloads_.join();
    return !failed_;
  }
  ~Disturbance() { end(); }
  Disturbance(const Disturbance&) = delete;
  Disturbance& operator=(const Disturbance&) = delete;

 private:
  std::atomic<bool> over_ = false;
  std::atomic<bool> failed_ = false;
  std::thread bounces_;
  std::thread reloads_;
};

class Bench {
 public:
  Bench(int rounds, size_t lookups) : rounds_(rounds), lookups_(lookups) {}

  std::vector<BenchFigure> run() {
    const TemporaryDirectory directory;
    ours_.path = directory.file("replies.sock");
    DaemonProcess daemon(daemon_program(), "[replies]\nsocket = unix:" + ours_.path + "\n");
    DaemonProcess echo(PLAINBOUNCE_SOCKETMAP_ECHO);
    for (DaemonProcess* process : {&daemon, &echo}) {
      if (!process->start()) throw std::runtime_error(process->log());
    }
    beside_ = echo.address();
    measure("lookup of a reply, one at a time", 1);
    measure("lookup of a reply, 64 at once", kAtOnce);
    Disturbance disturbance(daemon);
    measure("lookup of a reply, beside bounces and reloads", 1);
    if (!disturbance.end()) throw std::runtime_error("bounces or reloads failed:\n" + daemon.log());
    return figures_;
  }

 private:
  void measure(const std::string& name, size_t at_once) {
    std::vector<double> ours, beside, ratios, our_p99, p99_beside;
    const size_t lookups = lookups_ / static_cast<size_t>(rounds_) + 1;
    for (int round = 0; round < rounds_; ++round) {
      Measured first = ask(round % 2 == 0 ? ours_ : beside_, lookups, at_once);
      Measured second = ask(round % 2 == 0 ? beside_ : ours_, lookups, at_once);
      if (round % 2 != 0) std::swap(first, second);
      ours.push_back(first.rate);
      beside.push_back(second.rate);
      ratios.push_back(first.rate / second.rate);
      our_p99.push_back(first.p99);
      p99_beside.push_back(second.p99);
    }
    figures_.push_back(
        {name, "1/s", median_of(ours), median_of(beside), median_of(ratios), 0.5, true});
    if (at_once > 1) return;
    // Beside other work the two swing by far too much for a ratio.
    figures_.push_back({name + ", p99", "us", median_of(our_p99), median_of(p99_beside),
                        std::nullopt, std::nullopt, false});
  }

  int rounds_;
  size_t lookups_;
  SocketAddress ours_;
  SocketAddress beside_;
  std::vector<BenchFigure> figures_;
};

}  // namespace
}  // namespace plainbounce::testing

int main(int count, char** arguments) {
  using namespace plainbounce::testing;
  CLI::App app("Measures the reply map beside a minimal Asio echo.");
  int rounds = 5;
  size_t lookups = 100000;
  bool json = false;
  app.add_option("--rounds", rounds, "of each comparison")->capture_default_str();
  app.add_option("--lookups", lookups, "of each comparison")->capture_default_str();
  app.add_flag("--json", json, "the figures as a JSON array");
  CLI11_PARSE(app, count, arguments);
  try {
    const std::vector<BenchFigure> figures = Bench(rounds, lookups).run();
    std::fputs((json ? to_json(figures) : to_table(figures)).c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "reply_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
