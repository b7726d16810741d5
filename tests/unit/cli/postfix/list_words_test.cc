#include "cli/postfix/list_words.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

std::string divided(std::string_view text) {
  const auto words = split_postfix_list(text);
  if (!words) return "error: " + words.error().message;
  std::string out;
  for (const std::string_view word : *words) out += "[" + std::string(word) + "]";
  return out;
}

TEST(ListWords, AListIsDividedAsPostfixDividesIt) {
  const struct {
    const char* label;
    const char* text;
    const char* words;
  } cases[] = {
      {"nothing", "", ""},
      {"blanks alone", " ,\t\r\n ", ""},
      {"one", "unix:a", "[unix:a]"},
      {"commas and blanks", " a,b c,\n\td ", "[a][b][c][d]"},
      {"braces", "{ a, x=y }, b {c}", "[{ a, x=y }][b][{c}]"},
      {"nested braces", "{ a, { x = y z } } b", "[{ a, { x = y z } }][b]"},
      {"text behind a brace", "{a}b", "[{a}][b]"},
      {"a brace within a word", "a{b c}", "[a{b][c}]"},
      {"an open brace", "a { b", "error: the brace at \"{ b\" is not closed"},
      {"an open brace within", "{ a { b }", "error: the brace at \"{ a { b }\" is not closed"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(divided(one.text), one.words);
  }
}

TEST(ListWords, ManyBracesAreAsCheapAsManyWords) {
  EXPECT_EQ(divided(std::string(100000, '{') + std::string(100000, '}')).size(), 200002U);
}

TEST(ListWords, BracesAreTakenOffWithTheBlanksInThem) {
  EXPECT_EQ(without_braces("{ a b }"), "a b");
  EXPECT_EQ(without_braces("{}"), "");
  EXPECT_EQ(without_braces("{"), "{");
  EXPECT_EQ(without_braces("a}"), "a}");
}

}  // namespace
}  // namespace plainbounce
