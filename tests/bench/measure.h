#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plainbounce::bench {

// One line of the table of docs/performance.md.
struct Measure {
  std::string name;
  std::string unit;
  double value = 0;
  std::optional<double> beside = std::nullopt;  // the same in the same run by what stands beside us
  std::optional<double> bar =
      std::nullopt;  // of the ratio where there is one and `bar_of_value` is not set
  bool bar_of_value = false;

  [[nodiscard]] std::optional<double> ratio() const;
};

// An array of objects with name, unit, value, beside, ratio, bar, bar_of and better.
std::string to_json(const std::vector<Measure>& measures);

}  // namespace plainbounce::bench
