#include "cli/console.h"

#include <gtest/gtest.h>

#include <sstream>

namespace plainbounce {
namespace {

TEST(Console, StrangersTextCannotSteerATerminal) {
  const struct {
    const char* label;
    std::string text;
    std::string shown;
  } cases[] = {
      {"plain", "550 5.1.1 no such user", "550 5.1.1 no such user"},
      {"UTF-8", "B\xc3\xbcro \xe2\x82\xac", "B\xc3\xbcro \xe2\x82\xac"},
      {"colour", "a\x1b[31mred\x1b[0m", "a?[31mred?[0m"},
      {"title of the window", "\x1b]0;owned\x07", "?]0;owned?"},
      {"line ends and tabs", "a\r\nb\tc", "a??b?c"},
      {"NUL and DEL", std::string("a\0b\x7f", 4), "a?b?"},
      {"C1 as UTF-8",
       "a\xc2\x9b"
       "31m",
       "a?31m"},
      {"C1 as a byte",
       "a\x9b"
       "31m",
       "a\xef\xbf\xbd"
       "31m"},
      {"no-break space stays",
       "a\xc2\xa0"
       "b",
       "a\xc2\xa0"
       "b"},
      {"right to left",
       "a\xe2\x80\xae"
       "b\xe2\x81\xa6"
       "c\xd8\x9c",
       "a?b?c?"},
      {"cut UTF-8", "a\xe2\x82", "a\xef\xbf\xbd\xef\xbf\xbd"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    EXPECT_EQ(escape_for_terminal(test.text), test.shown);
  }
}

TEST(Console, ColourNeedsAWillingTerminal) {
  EXPECT_TRUE(wants_colour(true, nullptr, "xterm"));
  EXPECT_TRUE(wants_colour(true, "", "xterm"));
  EXPECT_TRUE(wants_colour(true, nullptr, nullptr));
  EXPECT_FALSE(wants_colour(true, "1", "xterm"));
  EXPECT_FALSE(wants_colour(true, nullptr, "dumb"));
  EXPECT_FALSE(wants_colour(false, nullptr, "xterm"));
}

TEST(Console, StylesOnlyInColour) {
  std::istringstream in;
  std::ostringstream out;
  const Console plain{in, out, out, false};
  EXPECT_EQ(plain.bold("a"), "a");
  const Console coloured{in, out, out, true};
  EXPECT_EQ(coloured.bold("a"), "\x1b[1ma\x1b[0m");
  EXPECT_EQ(coloured.red(""), "");
  coloured.complain("a\x1b[0m");
  EXPECT_EQ(out.str(), "plainbounce: a?[0m\n");
}

TEST(Console, Wraps) {
  const std::string word(30, 'w');
  const std::string wide = "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc";
  const struct {
    const char* label;
    std::string wrapped;
    std::string lines;
  } cases[] = {
      {"empty", wrap_for_terminal(""), ""},
      {"one line", wrap_for_terminal(" a  b "), "a b\n"},
      {"two lines", wrap_for_terminal(word + " " + word + " " + word),
       word + " " + word + "\n" + word + "\n"},
      {"long word", wrap_for_terminal("a " + std::string(90, 'w') + " b"),
       "a\n" + std::string(90, 'w') + "\nb\n"},
      {"indented", wrap_for_terminal(word + " " + word + " " + word, 2),
       "  " + word + " " + word + "\n  " + word + "\n"},
      {"first", wrap_for_terminal("a", 4, "1."), "1.  a\n"},
      {"first alone", wrap_for_terminal("", 4, "1."), "1.  \n"},
      {"characters, not bytes",
       wrap_for_terminal(wide + wide + wide + wide + " " + wide + wide + wide + wide),
       wide + wide + wide + wide + " " + wide + wide + wide + wide + "\n"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    EXPECT_EQ(test.wrapped, test.lines);
  }
}

}  // namespace
}  // namespace plainbounce
