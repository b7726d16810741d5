#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace plainbounce::bench {

// Keeps what Google Benchmark measured instead of printing it.
class CollectedRuns : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override;

  // Of one benchmark, by its name and argument ("way_by_size/64"), the median over repetitions of
  // the CPU time of one turn, in microseconds.
  [[nodiscard]] double median_us(const std::string& benchmark) const;
  [[nodiscard]] double counter(const std::string& benchmark, const std::string& name) const;
  // "NAME: what went wrong", of benchmarks that broke off.
  [[nodiscard]] const std::vector<std::string>& errors() const { return errors_; }

 private:
  struct Runs {
    std::vector<double> us;
    benchmark::UserCounters counters;
  };
  std::map<std::string, Runs> runs_;
  std::vector<std::string> errors_;
};

}  // namespace plainbounce::bench
