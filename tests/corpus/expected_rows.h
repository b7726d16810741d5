#pragma once

#include <map>
#include <string>
#include <vector>

namespace plainbounce::testing {

// What two reference parsers say about one recipient of a message, as far as both say the same:
// field name ("recipient", "action", "replycode", "deliverystatus") to value.
struct ExpectedRow {
  std::string file;  // "bsd/lhost-postfix-01.eml"
  size_t index = 1;  // of the recipient in the file
  std::map<std::string, std::string> agreed;
};

// Reads expected.jsonl; ends the test program with a message when a line is no row.
std::vector<ExpectedRow> read_expected_rows(const std::string& path);

// One line of differences.txt: a value that is not the references', and who is right.
struct ListedDifference {
  std::string file;
  size_t index = 1;
  std::string field;
  std::string ours;
  std::string theirs;
  std::string right;  // "ours", "theirs", "unclear"
  std::string why;
};
std::vector<ListedDifference> read_differences(const std::string& path);

}  // namespace plainbounce::testing
