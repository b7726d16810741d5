#include "core/render/escape.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

struct Case {
  const char* label;
  std::string input;
  std::string output;
};

TEST(Escape, Html) {
  const Case cases[] = {
      {"plain", "bob@example.net", "bob@example.net"},
      {"markup", "<b onclick=\"x\">&'", "&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;"},
      {"controls become blanks", std::string("a\r\nb\0c\x7F", 7), "a  b c "},
      {"UTF-8 stays", "f\u00FCr \u4E2D", "f\u00FCr \u4E2D"},
      {"broken UTF-8 is replaced", "a\xFF\xC3", "a\uFFFD\uFFFD"},
      {"overlong form of < is replaced", "\xC0\xBC", "\uFFFD\uFFFD"},
      {"empty", "", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(escape_for_html(c.input), c.output) << c.label;
}

TEST(Escape, Json) {
  const Case cases[] = {
      {"plain", "bob", "bob"},
      {"quotes and backslash", "a\"b\\c", "a\\\"b\\\\c"},
      {"line ends and tab", "a\r\n\tb", "a\\r\\n\\tb"},
      {"NUL, escape and DEL", std::string("\0\x1B\x7F", 3), "\\u0000\\u001b\\u007f"},
      {"UTF-8 stays", "\u00FC\u4E2D", "\u00FC\u4E2D"},
      {"broken UTF-8 is replaced",
       "\xED\xA0\x80"
       "a",
       "\uFFFD\uFFFD\uFFFD"
       "a"},
  };
  for (const Case& c : cases) EXPECT_EQ(escape_for_json(c.input), c.output) << c.label;
}

TEST(Escape, Log) {
  const Case cases[] = {
      {"plain", "mailbox-full", "mailbox-full"},
      {"empty", "", "\"\""},
      {"blank", "no bounce", "\"no bounce\""},
      {"equals sign", "a=b", "\"a=b\""},
      {"quote and backslash", "a\"b\\", "\"a\\\"b\\\\\""},
      {"line ends", "a\r\nqueue=x", "\"a\\x0d\\x0aqueue=x\""},
      {"UTF-8", "f\u00FC", "f\\xc3\\xbc"},
      {"NUL", std::string("\0", 1), "\\x00"},
  };
  for (const Case& c : cases) EXPECT_EQ(escape_for_log(c.input), c.output) << c.label;
}

TEST(Escape, HeaderParameter) {
  const Case cases[] = {
      {"token", "utf-8", "utf-8"},
      {"empty", "", "\"\""},
      {"semicolon", "a; b=c", "\"a; b=c\""},
      {"quote and backslash", "a\"\\", "\"a\\\"\\\\\""},
      {"line ends and bytes above 127", "a\r\nb\xFC", "\"a??b?\""},
  };
  for (const Case& c : cases) EXPECT_EQ(escape_for_header_parameter(c.input), c.output) << c.label;
}

TEST(Escape, RejectFooter) {
  EXPECT_EQ(escape_for_reject_footer(""), "");
  EXPECT_EQ(escape_for_reject_footer("Full. 100% {x}"), "Full. 100% {x}");
  EXPECT_EQ(escape_for_reject_footer("$5 and ${recipient}$"), "$$5 and $${recipient}$$");
  for (const char* text : {"\\c one", "a\\nb", "a\nb", "a\rb", "\x7F", "f\u00FC", "a\tb"}) {
    EXPECT_EQ(escape_for_reject_footer(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace plainbounce
