#include "tests/bench/measure.h"

#include <array>
#include <cstdio>

namespace plainbounce::bench {

namespace {

std::string number(std::optional<double> value) {
  if (!value) return "null";
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.6g", *value);
  return digits.data();
}

}  // namespace

std::optional<double> Measure::ratio() const {
  if (!beside || *beside <= 0) return std::nullopt;
  return value / *beside;
}

std::string to_json(const std::vector<Measure>& measures) {
  std::string out = "[";
  for (const Measure& measure : measures) {
    out += out.size() > 1 ? ",\n " : "\n ";
    out += R"({"name": ")" + measure.name + R"(", "unit": ")" + measure.unit + R"(", "value": )" +
           number(measure.value) + R"(, "beside": )" + number(measure.beside) + R"(, "ratio": )" +
           number(measure.ratio()) + R"(, "bar": )" + number(measure.bar) + R"(, "bar_of": ")" +
           (measure.ratio() && !measure.bar_of_value ? "ratio" : "value") +
           R"(", "better": "lower"})";
  }
  return out + "\n]\n";
}

}  // namespace plainbounce::bench
