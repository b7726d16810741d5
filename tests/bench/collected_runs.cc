#include "tests/bench/collected_runs.h"

#include <algorithm>

namespace plainbounce::bench {

void CollectedRuns::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    const std::string name =
        run.run_name.function_name + (run.run_name.args.empty() ? "" : "/" + run.run_name.args);
    if (run.error_occurred) {
      errors_.push_back(name + ": " + run.error_message);
      continue;
    }
    Runs& kept = runs_[name];
    kept.us.push_back(run.cpu_accumulated_time / static_cast<double>(run.iterations) * 1e6);
    kept.counters = run.counters;
  }
}

double CollectedRuns::median_us(const std::string& benchmark) const {
  std::vector<double> us = runs_.at(benchmark).us;
  const auto middle = us.begin() + static_cast<std::ptrdiff_t>(us.size() / 2);
  std::nth_element(us.begin(), middle, us.end());
  return *middle;
}

double CollectedRuns::counter(const std::string& benchmark, const std::string& name) const {
  return runs_.at(benchmark).counters.at(name).value;
}

}  // namespace plainbounce::bench
