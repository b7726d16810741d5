#include "tests/differential/difference.h"

#include <algorithm>
#include <sstream>

#include "tests/support/files.h"

namespace plainbounce::differential {

namespace {

// The place where the two begin to differ, with a little of what is around it.
std::string excerpt(const std::string& text, size_t at) {
  constexpr size_t kBefore = 60;
  const size_t begin = at > kBefore ? at - kBefore : 0;
  return text.substr(begin, 3 * kBefore);
}

}  // namespace

Judge::Judge() {
  std::istringstream lines(
      testing::read_file(testing::source_path("tests/differential/differences.txt")));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    const size_t second = line.find('\t', line.find('\t') + 1);
    listed_[line.substr(0, second)] = false;
  }
}

std::string Judge::judge(const Difference& difference) {
  const auto listed = listed_.find(difference.comparison + "\t" + difference.input.name);
  if (listed != listed_.end()) {
    listed->second = true;
    return "";
  }
  for (const Rule& rule : judged_rules()) {
    if (rule.comparison != difference.comparison || !rule.covers(difference)) continue;
    ++counts_[rule.name];
    return "";
  }
  unlisted_.push_back(difference.comparison + "\t" + difference.input.name);
  const auto [a, b] = std::mismatch(difference.ours.begin(), difference.ours.end(),
                                    difference.theirs.begin(), difference.theirs.end());
  const auto at = static_cast<size_t>(a - difference.ours.begin());
  return difference.comparison + " of " + difference.input.name +
         "\nwe:    " + excerpt(difference.ours, at) + "\nGMime: " + excerpt(difference.theirs, at);
}

std::vector<std::string> Judge::stale_lines(std::string_view prefix) const {
  std::vector<std::string> stale;
  for (const auto& [line, came_up] : listed_) {
    if (!came_up && line.substr(line.find('\t') + 1).starts_with(prefix)) stale.push_back(line);
  }
  return stale;
}

}  // namespace plainbounce::differential
