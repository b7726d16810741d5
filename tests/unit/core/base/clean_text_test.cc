#include "core/base/clean_text.h"

#include <gtest/gtest.h>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

struct Case {
  const char* label;
  std::string text;
  std::string expected;
};

TEST(CleanTextTest, TakesOutWhatMisleads) {
  const std::vector<Case> cases = {
      {"plain", "550 5.1.1 User unknown", "550 5.1.1 User unknown"},
      {"control characters", "a\x1B[31mred\x07 b", "a [31mred b"},
      {"CR, LF, tab", "a\r\n\tb", "a b"},
      {"NUL", std::string("a\0b", 3), "a b"},
      {"DEL", "a\x7F z", "a z"},
      {"C1 controls", "a\xC2\x85z\xC2\x9Bm", "a z m"},
      {"blank runs and ends", "  a   b  ", "a b"},
      {"nothing but blanks", " \t\r\n", ""},
      {"right-to-left override", "a\u202Egnp.exe", "a gnp.exe"},
      {"isolates", "\u2066a\u2069b", "a b"},
      {"left-to-right mark", "a\u200Eb", "a b"},
      {"Arabic letter mark", "a\u061Cb", "a b"},
      {"zero width", "pay\u200Bpal \u2060x\uFEFF", "pay pal x"},
      {"soft hyphen", "a\u00ADb", "a b"},
      {"line separator", "a\u2028b\u2029c", "a b c"},
      {"Mongolian vowel separator", "a\u180Eb", "a b"},
      {"interlinear annotation", "a\uFFF9b\uFFFBc", "a b c"},
      {"tag characters", "a\U000E0041\U000E007Fb", "a b"},
      {"other scripts stay", "\u65E5\u672C \u05D0\u05D1 \U0001F600",
       "\u65E5\u672C \u05D0\u05D1 "
       "\U0001F600"},
      {"no-break space stays", "a\u00A0b", "a\u00A0b"},
      {"overlong NUL", "a\xC0\x80z", "a\uFFFD\uFFFDz"},
      {"overlong slash", "\xE0\x80\xAF", "\uFFFD\uFFFD\uFFFD"},
      {"surrogate", "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},
      {"cut character", "a\xE2\x82", "a\uFFFD\uFFFD"},
      {"Latin-1", "Empf\xE4nger", "Empf\uFFFDnger"},
  };
  for (const Case& c : cases) EXPECT_EQ(clean_text(c.text), c.expected) << c.label;
}

TEST(CleanTextTest, CutsAtACharacter) {
  EXPECT_EQ(clean_text("abcdef", 6), "abcdef");
  EXPECT_EQ(clean_text("abcdefg", 6), "abcdef...");
  EXPECT_EQ(clean_text("abc\u00E4\u00E4", 6), "abc\u00E4...");
  EXPECT_EQ(clean_text("\U0001F600\U0001F600", 7), "\U0001F600...");
  EXPECT_EQ(clean_text("ab cd", 2), "ab...");
  EXPECT_EQ(clean_text("ab cd", 3), "ab...");
  EXPECT_EQ(clean_text("ab   ", 2), "ab");
  EXPECT_EQ(clean_text("a", 0), "...");
  EXPECT_EQ(clean_text("", 0), "");
}

TEST(CleanTextTest, GivesUtf8ForAnyBytes) {
  uint32_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (int i = 0; i < 40; ++i) {
      state = state * 1664525U + 1013904223U;
      bytes += static_cast<char>(static_cast<uint8_t>(state >> 24U));
    }
    const std::string clean = clean_text(bytes, 50);
    ASSERT_TRUE(is_utf8(clean));
    ASSERT_LE(clean.size(), 53U);
    ASSERT_EQ(clean_text(clean), clean);
  }
}

TEST(DefuseLinksTest, MakesLinksPlainText) {
  EXPECT_EQ(defuse_links("see https://example.org/x and HTTP://b.test"),
            "see hxxps://example.org/x and hxxp://b.test");
  EXPECT_EQ(defuse_links("http:/no https:no http"), "http:/no https:no http");
  EXPECT_EQ(defuse_links("xhttp://a"), "xhxxp://a");
  EXPECT_EQ(defuse_links("HtTpS://a"), "hxxpS://a");
  EXPECT_EQ(defuse_links("ftp://a.test and FILE://b"), "ftp[:]//a.test and FILE[:]//b");
  EXPECT_EQ(defuse_links("hxxps://a hXXp://b"), "hxxps://a hXXp://b");
  EXPECT_EQ(defuse_links("see ://x"), "see ://x");
  EXPECT_EQ(defuse_links("www.a.test (WWW.b.test)"), "www[.]a.test (WWW[.]b.test)");
  EXPECT_EQ(defuse_links("www.www.a.test"), "www[.]www[.]a.test");
  EXPECT_EQ(defuse_links("https://www.a.test awww.b.test bob@www.c.test"),
            "hxxps://www.a.test awww.b.test bob@www.c.test");
  EXPECT_EQ(defuse_links(""), "");
}

}  // namespace
}  // namespace plainbounce
