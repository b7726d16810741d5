#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/differential/inputs.h"

namespace plainbounce::differential {

// Where we and GMime read an input differently.
struct Difference {
  std::string comparison;  // "structure", "fields", "contents", "words", ...
  const Input& input;
  std::string ours;
  std::string theirs;
};

// A class of differences that has been judged: a check that holds for its differences alone.
struct Rule {
  std::string_view comparison;
  std::string_view name;
  std::string_view why;  // who is right, and why the other one may do otherwise
  bool (*covers)(const Difference& difference);
  bool of_corpora = false;  // met in the shared corpora only
};
const std::vector<Rule>& judged_rules();

// Judges differences one by one: each must be covered by a rule, or listed in differences.txt by
// its comparison and the input's name.
class Judge {
 public:
  Judge();
  // Empty when the difference is judged; else what to say.
  std::string judge(const Difference& difference);
  // Lines of differences.txt whose input's name begins with the prefix and that no difference came
  // up for.
  [[nodiscard]] std::vector<std::string> stale_lines(std::string_view prefix) const;
  // How many differences each rule covered.
  [[nodiscard]] const std::map<std::string_view, size_t>& rule_counts() const { return counts_; }
  // The lines that would list what was not judged.
  [[nodiscard]] const std::vector<std::string>& unlisted() const { return unlisted_; }

 private:
  std::map<std::string, bool> listed_;  // "comparison input", and whether it came up
  std::map<std::string_view, size_t> counts_;
  std::vector<std::string> unlisted_;
};

}  // namespace plainbounce::differential
