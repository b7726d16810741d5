#include "tests/corpus/expected_rows.h"

#include <boost/json/src.hpp>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "tests/support/files.h"

namespace plainbounce::testing {

namespace {

[[noreturn]] void give_up(const std::string& path, size_t line, const char* what) {
  std::fprintf(stderr, "%s:%zu: %s\n", path.c_str(), line, what);
  std::exit(2);
}

std::string text_of(const boost::json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : std::string();
}

ExpectedRow row_of(const boost::json::object& object) {
  ExpectedRow row;
  row.file = text_of(object.at("file"));
  row.index = object.at("index").to_number<size_t>();
  const boost::json::value& agree = object.at("agree");
  if (!agree.is_array()) return row;
  for (const boost::json::value& field : agree.get_array()) {
    const std::string name = text_of(field);
    row.agreed[name] = text_of(object.at("a").at(name));
  }
  return row;
}

}  // namespace

std::vector<ExpectedRow> read_expected_rows(const std::string& path) {
  std::vector<ExpectedRow> rows;
  std::istringstream lines(read_file(path));
  std::string line;
  for (size_t number = 1; std::getline(lines, line); ++number) {
    boost::system::error_code error;
    const boost::json::value value = boost::json::parse(line, error);
    if (error || !value.is_object()) give_up(path, number, "no JSON object");
    rows.push_back(row_of(value.get_object()));
  }
  return rows;
}

std::vector<ListedDifference> read_differences(const std::string& path) {
  std::vector<ListedDifference> differences;
  std::istringstream lines(read_file(path));
  std::string line;
  for (size_t number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> columns(1);
    for (const char c : line) {
      if (c == '\t') {
        columns.emplace_back();
      } else {
        columns.back() += c;
      }
    }
    if (columns.size() != 7) give_up(path, number, "seven columns, divided by tabs, are wanted");
    differences.push_back({columns[0], std::stoul(columns[1]), columns[2], columns[3], columns[4],
                           columns[5], columns[6]});
  }
  return differences;
}

}  // namespace plainbounce::testing
