#include "cli/unified_diff.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::string diff(const std::string& before, const std::string& after) {
  return unified_diff(before, after, "a", "b");
}

TEST(UnifiedDiff, ShowsWhatChanges) {
  const struct {
    const char* label;
    std::string before;
    std::string after;
    std::string diff;
  } cases[] = {
      {"equal", "1\n2\n", "1\n2\n", ""},
      {"both empty", "", "", ""},
      {"all new", "", "1\n2\n", "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+1\n+2\n"},
      {"all gone", "1\n2\n", "", "--- a\n+++ b\n@@ -1,2 +0,0 @@\n-1\n-2\n"},
      {"put in", "1\n2\n3\n4\n5\n", "1\n2\n3\nx\n4\n5\n",
       "--- a\n+++ b\n@@ -1,5 +1,6 @@\n 1\n 2\n 3\n+x\n 4\n 5\n"},
      {"taken out", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n6\n7\n8\n9\n",
       "--- a\n+++ b\n@@ -2,7 +2,6 @@\n 2\n 3\n 4\n-5\n 6\n 7\n 8\n"},
      {"changed", "1\n2\n3\n", "1\nx\n3\n", "--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n"},
      {"two hunks", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n1\n2\n3\n4\n5\n6\n7\n8\n9\ny\n",
       "--- a\n+++ b\n@@ -1,3 +1,4 @@\n+x\n 1\n 2\n 3\n@@ -7,3 +8,4 @@\n 7\n 8\n 9\n+y\n"},
      {"contexts that touch", "1\n2\n3\n4\n5\n6\n", "x\n1\n2\n3\n4\n5\n6\ny\n",
       "--- a\n+++ b\n@@ -1,6 +1,8 @@\n+x\n 1\n 2\n 3\n 4\n 5\n 6\n+y\n"},
      {"CRLF", "1\r\n2\r\n", "1\r\nx\r\n2\r\n", "--- a\n+++ b\n@@ -1,2 +1,3 @@\n 1\n+x\n 2\n"},
      {"moved", "a\nb\nc\nd\n", "c\nd\na\nb\n",
       "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n-b\n c\n d\n+a\n+b\n"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    EXPECT_EQ(diff(test.before, test.after), test.diff);
  }
}

// The lines of a diff that stand in the old text (or in the new one).
std::string side(const std::string& diff, char other) {
  std::string out;
  for (size_t at = 0; at < diff.size();) {
    const size_t end = diff.find('\n', at);
    const char mark = diff[at];
    const bool head = diff.compare(at, 4, "--- ") == 0 || diff.compare(at, 4, "+++ ") == 0;
    if (!head && mark != '@' && mark != other) out += diff.substr(at + 1, end - at);
    at = end + 1;
  }
  return out;
}

TEST(UnifiedDiff, HoldsBothTexts) {
  unsigned seed = 7;
  const auto random = [&seed] { return (seed = seed * 1103515245U + 12345U) >> 16U; };
  for (int round = 0; round < 500; ++round) {
    std::string before;
    std::string after;
    for (unsigned i = random() % 7; i > 0; --i)
      before += std::string(1, "abc"[random() % 3]) + "\n";
    for (unsigned i = random() % 7; i > 0; --i) after += std::string(1, "abc"[random() % 3]) + "\n";
    const std::string shown = diff(before, after);
    if (before == after) {
      EXPECT_EQ(shown, "");
      continue;
    }
    // Texts of six lines have no line out of the reach of a context of three, mostly; where they
    // have, the missing lines are the same in both.
    const std::string old_side = side(shown, '+');
    const std::string new_side = side(shown, '-');
    EXPECT_NE(before.find(old_side), std::string::npos) << before << "-\n"
                                                        << after << "-\n"
                                                        << shown;
    EXPECT_NE(after.find(new_side), std::string::npos) << before << "-\n"
                                                       << after << "-\n"
                                                       << shown;
    EXPECT_EQ(before.size() - old_side.size(), after.size() - new_side.size());
  }
}

TEST(UnifiedDiff, TextsWithoutAnythingInCommonEndSoon) {
  std::string before;
  std::string after;
  for (int i = 0; i < 5000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  const std::string shown = diff(before, after);
  EXPECT_EQ(side(shown, '+'), before);
  EXPECT_EQ(side(shown, '-'), after);
}

}  // namespace
}  // namespace plainbounce
