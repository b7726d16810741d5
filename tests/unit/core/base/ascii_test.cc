#include "core/base/ascii.h"

#include <gtest/gtest.h>

#include "core/base/byte_range.h"
#include "core/base/hex.h"
#include "core/base/result.h"

namespace plainbounce {
namespace {

TEST(AsciiTest, LowersAsciiLettersAlone) {
  EXPECT_EQ(to_lower("AbZ[\xC3\x84@"), "abz[\xC3\x84@");
  EXPECT_TRUE(is_alpha('Z') && is_alpha('a') && !is_alpha('@') && !is_alpha('\xC4'));
  EXPECT_TRUE(is_digit('0') && is_digit('9') && !is_digit('/') && !is_digit(':'));
  EXPECT_TRUE(is_blank('\t') && !is_blank('\n') && is_space('\n') && is_space('\r'));
  EXPECT_FALSE(is_space('\v') || is_space('\xA0') || is_space('\0'));
  EXPECT_TRUE(is_printable(' ') && is_printable('~') && !is_printable('\x7F'));
  EXPECT_FALSE(is_printable('\x1F') || is_printable('\xE4'));
}

TEST(AsciiTest, ComparesIgnoringCase) {
  EXPECT_TRUE(equals_ignoring_case("Content-Type", "cONTENT-tYPE"));
  EXPECT_FALSE(equals_ignoring_case("abc", "ab"));
  EXPECT_TRUE(equals_ignoring_case("", ""));
  EXPECT_FALSE(equals_ignoring_case("\xC3\xA4", "\xC3\x84"));
  EXPECT_TRUE(starts_with_ignoring_case("Abc", "aB"));
  EXPECT_TRUE(starts_with_ignoring_case("abc", ""));
  EXPECT_FALSE(starts_with_ignoring_case("a", "ab"));
  EXPECT_TRUE(ends_with_ignoring_case("mx.Example.ORG", ".example.org"));
  EXPECT_FALSE(ends_with_ignoring_case("org", ".org"));
}

TEST(AsciiTest, FindsIgnoringCase) {
  EXPECT_EQ(find_ignoring_case("aXbx", "x"), 1U);
  EXPECT_EQ(find_ignoring_case("aXbx", "x", 2), 3U);
  EXPECT_EQ(find_ignoring_case("aXbx", "x", 4), std::string_view::npos);
  EXPECT_EQ(find_ignoring_case("aXbx", "x", 5), std::string_view::npos);
  EXPECT_EQ(find_ignoring_case("abc", "", 3), 3U);
  EXPECT_EQ(find_ignoring_case("", "a"), std::string_view::npos);
  EXPECT_EQ(find_ignoring_case("ab", "abc"), std::string_view::npos);
}

TEST(AsciiTest, FindsIgnoringCaseAtEveryPlace) {
  for (size_t before = 0; before < 20; ++before) {
    for (size_t behind = 0; behind < 20; ++behind) {
      const std::string text = std::string(before, 's') + "SaiD:" + std::string(behind, 'D');
      EXPECT_EQ(find_ignoring_case(text, "said:"), before) << text;
      EXPECT_EQ(find_ignoring_case(text, "said:", before + 1), std::string_view::npos) << text;
      EXPECT_EQ(find_ignoring_case(text, ":"), before + 4) << text;
    }
  }
  // Characters that differ in the bit that tells letters' case only.
  EXPECT_EQ(find_ignoring_case("\x1A[;{[{ ", ":"), std::string_view::npos);
}

TEST(AsciiTest, MeasuresRunsUpToEveryPlace) {
  for (size_t size = 0; size < 20; ++size) {
    const std::string run = std::string("!aZ~").append(20, 'x').substr(0, size);
    for (const char end : {'\x1F', '\x7F', '\x80', '\xFF', '\0', '\n'}) {
      EXPECT_EQ(printable_size(run + end + "abcdefghi"), size);
      EXPECT_EQ(visible_size(run + end + "abcdefghi"), size);
    }
    EXPECT_EQ(printable_size(run + ' ' + '\n'), size + 1);
    EXPECT_EQ(visible_size(run + " abcdefghi"), size);
    EXPECT_EQ(printable_size(run), size);
    EXPECT_EQ(visible_size(run), size);
    EXPECT_FALSE(is_ascii(run + "\xC3" + run));
    EXPECT_TRUE(is_ascii(run));
  }
}

TEST(AsciiTest, KnowsWordsDividedBySingleBlanks) {
  for (const std::string_view text : {"a", "a b", "some longer words one behind the other, \u00FC"})
    EXPECT_TRUE(is_single_spaced(text)) << text;
  for (const std::string_view text : {"", " ", " a", "a ", "a  b", "a\tb", "a\x7Fz", "\x01z",
                                      "some longer words and a line end\n"})
    EXPECT_FALSE(is_single_spaced(text)) << text;
  EXPECT_FALSE(is_single_spaced(std::string_view("a\0b", 3)));
}

TEST(AsciiTest, TrimsBlanksAndLineEnds) {
  EXPECT_EQ(trim(" \t\r\n a b \r\n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(std::string_view(" \0 ", 3)), std::string_view("\0", 1));
}

TEST(AsciiTest, ReadsHexadecimalDigits) {
  EXPECT_EQ(hex_byte("fF", 0), '\xFF');
  EXPECT_EQ(hex_byte("x0a", 1), '\n');
  EXPECT_EQ(hex_byte("0", 0), std::nullopt);
  EXPECT_EQ(hex_byte("0g", 0), std::nullopt);
  EXPECT_EQ(hex_byte("", 0), std::nullopt);
  std::string out;
  append_hex_byte(out, '\xAF');
  append_hex_byte(out, '\x05');
  EXPECT_EQ(out, "AF05");
}

TEST(ByteRangeTest, CutsToWhatTheTextHas) {
  EXPECT_EQ(slice("abcdef", {1, 3}), "bc");
  EXPECT_EQ(slice("abc", {1, 99}), "bc");
  EXPECT_EQ(slice("abc", {3, 5}), "");
  EXPECT_EQ(slice("abc", {9, 12}), "");
  EXPECT_EQ(slice("abc", {2, 1}), "");
  EXPECT_EQ((ByteRange{2, 5}).size(), 3U);
  EXPECT_TRUE((ByteRange{2, 2}).empty());
}

TEST(ErrorTest, NamesItsPlace) {
  EXPECT_EQ(to_string(Error{"bad size", "a.ini", 7}), "a.ini:7: bad size");
  EXPECT_EQ(to_string(Error{"bad size", "a.ini", 0}), "a.ini: bad size");
  EXPECT_EQ(to_string(Error{"bad size", "", 7}), "bad size");
}

}  // namespace
}  // namespace plainbounce
