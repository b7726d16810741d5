#include "core/base/utf8.h"

#include <gtest/gtest.h>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

struct Case {
  const char* label;
  std::string bytes;
  bool well_formed;
  std::string repaired;
};

// U+FFFD
const std::string kBad = "\xEF\xBF\xBD";

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"empty", "", true, ""},
      {"ASCII", "abc", true, "abc"},
      {"NUL", std::string(1, '\0'), true, std::string(1, '\0')},
      {"two bytes", "\xC3\xA4", true, "\xC3\xA4"},
      {"three bytes", "\xE2\x82\xAC", true, "\xE2\x82\xAC"},
      {"four bytes", "\xF0\x9F\x98\x80", true, "\xF0\x9F\x98\x80"},
      {"the last one", "\xF4\x8F\xBF\xBF", true, "\xF4\x8F\xBF\xBF"},
      {"overlong two", "\xC0\xAF", false, kBad + kBad},
      {"overlong two, C1", "\xC1\xBF", false, kBad + kBad},
      {"overlong three", "\xE0\x80\xAF", false, kBad + kBad + kBad},
      {"overlong four", "\xF0\x80\x80\xAF", false, kBad + kBad + kBad + kBad},
      {"surrogate", "\xED\xA0\x80", false, kBad + kBad + kBad},
      {"beyond the last", "\xF4\x90\x80\x80", false, kBad + kBad + kBad + kBad},
      {"F5", "\xF5\x80\x80\x80", false, kBad + kBad + kBad + kBad},
      {"continuation alone", "a\x80z", false, "a" + kBad + "z"},
      {"cut at the end", "a\xE2\x82", false, "a" + kBad + kBad},
      {"cut by ASCII", "\xE2\x82z", false, kBad + kBad + "z"},
      {"Latin-1", "\xE4rger", false, kBad + "rger"},
  };
  return all;
}

TEST(Utf8Test, TellsWellFormedText) {
  for (const Case& c : cases()) EXPECT_EQ(is_utf8(c.bytes), c.well_formed) << c.label;
}

TEST(Utf8Test, RepairsEachBadByte) {
  for (const Case& c : cases()) EXPECT_EQ(well_formed_utf8(c.bytes), c.repaired) << c.label;
}

TEST(Utf8Test, WritesEachCodePointSoThatItReadsBack) {
  for (char32_t point = 0; point <= 0x10FFFF; point += point < 0x3000 ? 1 : 97) {
    if (point >= 0xD800 && point <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, point);
    const auto read = code_point_at(text, 0);
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->value, point);
    ASSERT_EQ(read->size, text.size());
  }
}

TEST(Utf8Test, WritesTheReplacementForWhatIsNoCharacter) {
  std::string text;
  append_utf8(text, 0xD800);
  append_utf8(text, 0x110000);
  EXPECT_EQ(text, kBad + kBad);
  EXPECT_EQ(code_point_at("abc", 3).has_value(), false);
  EXPECT_EQ(code_point_at("", 0).has_value(), false);
}

TEST(AsciiTest, TellsAscii) {
  EXPECT_TRUE(is_ascii(std::string_view("\0\x7F", 2)));
  EXPECT_FALSE(is_ascii("a\x80"));
  EXPECT_TRUE(is_ascii(""));
}

}  // namespace
}  // namespace plainbounce
