#include "core/base/nearest_word.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(NearestWord, Distance) {
  const struct {
    const char* a;
    const char* b;
    size_t distance;
  } cases[] = {
      {"", "", 0},         {"", "abc", 3},          {"abc", "", 3},     {"html", "html", 0},
      {"htlm", "html", 1}, {"html", "htmls", 1},    {"body", "bdy", 1}, {"mode", "mood", 2},
      {"abcd", "badc", 2}, {"kitten", "sitting", 3}};
  for (const auto& test : cases) {
    SCOPED_TRACE(std::string(test.a) + " " + test.b);
    EXPECT_EQ(edit_distance(test.a, test.b), test.distance);
    EXPECT_EQ(edit_distance(test.b, test.a), test.distance);
  }
}

TEST(NearestWord, FindsWhatIsMeant) {
  const std::vector<std::string_view> words = {"mode", "body", "html", "max_body_size"};
  const struct {
    const char* text;
    const char* nearest;
  } cases[] = {{"htlm", "html"}, {"moed", "mode"},   {"max_bodysize", "max_body_size"},
               {"bdy", "body"},  {"zzzzzz", ""},     {"", ""},
               {"Body", "body"}, {"footer_size", ""}};
  for (const auto& test : cases) {
    SCOPED_TRACE(test.text);
    EXPECT_EQ(nearest_word(test.text, words), test.nearest);
  }
  EXPECT_EQ(nearest_word(std::string(100000, 'm'), words), "");
}

}  // namespace
}  // namespace plainbounce
