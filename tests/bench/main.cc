// core_bench [--json | --once]: measures the core and prints the figures as JSON
// (tests/bench/measure.h).
// With --once every benchmark runs a single time, which shows that it works and measures nothing.
// Further arguments go to Google Benchmark; with any of them its own table is printed instead.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/bench/collected_runs.h"
#include "tests/bench/measure.h"
#include "tests/bench/sample_replies.h"

namespace plainbounce::bench {
namespace {

constexpr double kMostUs = 20;            // of the typical report, decode to rendered edit
constexpr double kMostUsOfAnyMail = 50;   // 20,000 a second
constexpr double kMostAllocations = 150;  // on the same way
// Twice a straight line's cost leaves room for caches, not for a square.
constexpr double kLinear = 2;
constexpr double kMostHostile = 20;  // times the cost of harmless words of the same size
constexpr double kMostUsualUs = 3;
constexpr double kMostHostileUs = 60;
constexpr double kMostAllocationsOfMatching = 7;
constexpr double kMostByTenfoldRules = 1.3;

std::vector<Measure> measures_of(const CollectedRuns& runs) {
  std::vector<Measure> out;
  const double whole_us = runs.median_us("whole_way");
  out.push_back({"4.5 KB report, decode to rendered edit (beside: GMime parses it)", "us", whole_us,
                 runs.median_us("gmime_alone"), kMostUs, true});
  out.push_back({"4.5 KB report, allocations", "number", runs.counter("whole_way", "allocations"),
                 std::nullopt, kMostAllocations, true});
  const double us_per_mb = runs.median_us("way_by_size/1024");
  out.push_back({"returned message of 1 MB, per MB", "us", us_per_mb, std::nullopt, std::nullopt});
  for (const int mb : {10, 50}) {
    const double us = runs.median_us("way_by_size/" + std::to_string(mb << 10)) / mb;
    out.push_back({"returned message of " + std::to_string(mb) + " MB, per MB (beside: 1 MB)", "us",
                   us, us_per_mb, kLinear});
  }
  const double us_per_ten = runs.median_us("way_by_recipients/10") / 10;
  out.push_back({"10 recipients with 8 causes, each (beside: the report about one)", "us",
                 us_per_ten, whole_us, kLinear});
  for (const int count : {100, 1000}) {
    const double us = runs.median_us("way_by_recipients/" + std::to_string(count)) / count;
    out.push_back({std::to_string(count) + " recipients, each (beside: of 10)", "us", us,
                   us_per_ten, kLinear});
  }
  for (const auto& [benchmark, name] :
       {std::pair("mail_at_hand/0", "mail of the tests, decode to rendered edit, each"),
        std::pair("mail_at_hand/1", "mail of the shared corpora, the same")}) {
    const double mails = runs.counter(benchmark, "mails");
    if (mails > 0) {
      out.push_back(
          {name, "us", runs.median_us(benchmark) / mails, std::nullopt, kMostUsOfAnyMail, true});
    }
  }
  out.push_back({"usual reply, read and matched", "us", runs.median_us("usual_reply")});
  const double replies = static_cast<double>(usual_replies().size());
  const double matched_us = runs.median_us("usual_replies_matched/1") / replies;
  out.push_back({"usual reply, matched", "us", matched_us, std::nullopt, kMostUsualUs, true});
  out.push_back({"usual reply, allocations of matching", "number",
                 runs.counter("usual_replies_matched/1", "allocations"), std::nullopt,
                 kMostAllocationsOfMatching, true});
  out.push_back({"usual reply, matched by ten times the rules (beside: by ours)", "us",
                 runs.median_us("usual_replies_matched/10") / replies, matched_us,
                 kMostByTenfoldRules});
  double slowest = 0;
  for (size_t i = 1; i <= kHostileReplies; ++i) {
    slowest = std::max(slowest, runs.median_us("hostile_reply/" + std::to_string(i)));
  }
  out.push_back({"hostile reply of 4 KB, read and matched, the slowest (beside: harmless words)",
                 "us", slowest, runs.median_us("hostile_reply/0"), kMostHostile});
  out.push_back({"hostile reply of 4 KB, matched, the slowest of 5,000", "us",
                 runs.counter("hostile_set_matched", "slowest_us"), std::nullopt, kMostHostileUs,
                 true});
  out.push_back({"knowledge loaded at the start", "us", runs.median_us("load_all_knowledge")});
  return out;
}

int run(int argc, char** argv) {
  std::vector<std::string> arguments = {argv[0]};
  const std::string_view mode = argc == 2 ? argv[1] : "";
  const bool once = mode == "--once";
  const bool own_table = argc > 1 && !once && mode != "--json";
  if (once) {
    arguments.emplace_back("--benchmark_min_time=0");
  } else if (own_table) {
    arguments.insert(arguments.end(), argv + 1, argv + argc);
  } else {
    arguments.emplace_back("--benchmark_repetitions=9");
    arguments.emplace_back("--benchmark_min_time=0.05");
    arguments.emplace_back("--benchmark_enable_random_interleaving=true");
  }
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;
  if (own_table) {
    benchmark::RunSpecifiedBenchmarks();
    return 0;
  }
  CollectedRuns runs;
  benchmark::RunSpecifiedBenchmarks(&runs);
  for (const std::string& error : runs.errors()) std::fprintf(stderr, "%s\n", error.c_str());
  if (!runs.errors().empty()) return 1;
  std::fputs(to_json(measures_of(runs)).c_str(), stdout);
  return 0;
}

}  // namespace
}  // namespace plainbounce::bench

int main(int argc, char** argv) { return plainbounce::bench::run(argc, argv); }
