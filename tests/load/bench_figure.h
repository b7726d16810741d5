#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plainbounce::testing {

// One figure of a comparison, as tools/bench takes it.
struct BenchFigure {
  std::string name;
  std::string unit;              // us, ms, MB, count, 1/s
  double value = 0;              // ours
  std::optional<double> beside;  // the same of what stands beside it
  std::optional<double> ratio;   // value by beside: the median over the rounds
  std::optional<double> bar;     // what the ratio has to reach
  bool higher_is_better = false;

  [[nodiscard]] bool misses_bar() const;
};

// One line for each.
std::string to_table(const std::vector<BenchFigure>& figures);
// An array of objects with the names above, null where there is nothing, and "better": "lower" or
// "higher".
std::string to_json(const std::vector<BenchFigure>& figures);
double median_of(std::vector<double> values);

}  // namespace plainbounce::testing
