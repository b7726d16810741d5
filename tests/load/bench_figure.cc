#include "tests/load/bench_figure.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace plainbounce::testing {
namespace {

std::string number(std::optional<double> value, const char* absent) {
  if (!value) return absent;
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), *value >= 100 ? "%.0f" : "%.3g", *value);
  return text.data();
}

std::string json_number(std::optional<double> value) {
  if (!value) return "null";
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.6g", *value);
  return text.data();
}

}  // namespace

bool BenchFigure::misses_bar() const {
  if (!bar || !ratio) return false;
  return higher_is_better ? *ratio < *bar : *ratio > *bar;
}

std::string to_table(const std::vector<BenchFigure>& figures) {
  std::string table;
  std::array<char, 300> line{};
  const auto add = [&](const char* name, const char* unit, const std::string& value,
                       const std::string& beside, const std::string& ratio,
                       const std::string& bar) {
    std::snprintf(line.data(), line.size(), "%-62s %-5s %9s %9s %7s  %s\n", name, unit,
                  value.c_str(), beside.c_str(), ratio.c_str(), bar.c_str());
    table += line.data();
  };
  add("", "unit", "ours", "beside", "ratio", "bar");
  for (const BenchFigure& figure : figures) {
    std::string bar = number(figure.bar, "");
    if (figure.bar) bar = (figure.higher_is_better ? ">= " : "<= ") + bar;
    if (figure.misses_bar()) bar += " MISSED";
    add(figure.name.c_str(), figure.unit.c_str(), number(figure.value, ""),
        number(figure.beside, ""), number(figure.ratio, ""), bar);
  }
  return table;
}

std::string to_json(const std::vector<BenchFigure>& figures) {
  std::string json = "[";
  for (const BenchFigure& figure : figures) {
    json += json.size() == 1 ? "\n" : ",\n";
    json += R"( {"name": ")" + figure.name + R"(", "unit": ")" + figure.unit + R"(", "value": )" +
            json_number(figure.value) + R"(, "beside": )" + json_number(figure.beside) +
            R"(, "ratio": )" + json_number(figure.ratio) + R"(, "bar": )" +
            json_number(figure.bar) + R"(, "better": ")" +
            (figure.higher_is_better ? "higher" : "lower") + R"("})";
  }
  return json + "\n]\n";
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace plainbounce::testing
