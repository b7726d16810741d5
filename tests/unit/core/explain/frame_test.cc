#include "core/explain/frame.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(Fill, ReplacesPlaceholdersByName) {
  struct Case {
    const char* label;
    const char* sentence;
    Fillings fillings;
    const char* filled;
  };
  const Case cases[] = {
      {"one", "To {recipient}.", {{"recipient", "a@b.example"}}, "To a@b.example."},
      {"the same twice", "{a} and {a}", {{"a", "x"}}, "x and x"},
      {"two in any order", "{b}{a}", {{"a", "1"}, {"b", "2"}}, "21"},
      {"a value is not looked at again", "{a}", {{"a", "{b}"}, {"b", "no"}}, "{b}"},
      {"an empty value", "<{a}>", {{"a", ""}}, "<>"},
      {"unknown ones stay", "{what} {a}", {{"a", "x"}}, "{what} x"},
      {"an open brace stays", "a { b", {{"b", "x"}}, "a { b"},
      {"nothing", "", {{"a", "x"}}, ""}};
  for (const Case& c : cases) EXPECT_EQ(fill(c.sentence, c.fillings), c.filled) << c.label;
}

TEST(Frame, GivesStringsByKey) {
  LanguageTexts texts;
  texts.frame["more"] = "and {count} more";
  const Frame frame(texts);
  EXPECT_EQ(frame.text("more", {{"count", "12"}}), "and 12 more");
  EXPECT_EQ(frame.text("nothing"), "");
  EXPECT_EQ(frame.text_of({"mo", "", "re"}), "and {count} more");
  EXPECT_EQ(frame.text_of({"more", "_many"}), "");
  EXPECT_EQ(frame.text_of({std::string(100, 'm'), "ore"}), "");
}

}  // namespace
}  // namespace plainbounce
