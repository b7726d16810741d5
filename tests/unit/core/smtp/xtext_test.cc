#include "core/smtp/xtext.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(XtextTest, EncodesWhatIsNotPlain) {
  EXPECT_EQ(encode_xtext("bob@example.org"), "bob@example.org");
  EXPECT_EQ(encode_xtext("a+b=c"), "a+2Bb+3Dc");
  EXPECT_EQ(encode_xtext("a b;c", ";"), "a+20b+3Bc");
  EXPECT_EQ(encode_xtext(std::string_view("\0\r\n\x7F\xC3\xA4", 6)), "+00+0D+0A+7F+C3+A4");
  EXPECT_EQ(encode_xtext(""), "");
}

TEST(XtextTest, DecodesAndLeavesWhatIsNoEscape) {
  EXPECT_EQ(decode_xtext("a+2Bb+3dc"), "a+b=c");
  EXPECT_EQ(decode_xtext("a+b+2"), "a+b+2");
  EXPECT_EQ(decode_xtext("+"), "+");
  EXPECT_EQ(decode_xtext("+2G+ZZ+41"), "+2G+ZZA");
  EXPECT_EQ(decode_xtext("+00"), std::string(1, '\0'));
}

TEST(XtextTest, EncodesCodePointsForUtf8Addresses) {
  EXPECT_EQ(encode_utf8_addr_xtext("m\xC3\xBCller@example.org"), "m\\x{FC}ller@example.org");
  EXPECT_EQ(encode_utf8_addr_xtext("\xF0\x9F\x98\x80\xE6\x97\xA5"), "\\x{1F600}\\x{65E5}");
  EXPECT_EQ(encode_utf8_addr_xtext("a+b=c\\d"), "a\\x{2B}b\\x{3D}c\\x{5C}d");
  EXPECT_EQ(encode_utf8_addr_xtext("a b\n;", ";"), "a\\x{20}b\\x{0A}\\x{3B}");
  EXPECT_EQ(encode_utf8_addr_xtext("a\xFF"), "a\\x{FFFD}");
}

TEST(XtextTest, DecodesCodePointsAndLeavesWhatIsNone) {
  EXPECT_EQ(decode_utf8_addr_xtext("m\\x{FC}ller"), "m\xC3\xBCller");
  EXPECT_EQ(decode_utf8_addr_xtext("\\x{1f600}"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(decode_utf8_addr_xtext("\\x{}\\x{FC\\x{XY}\\x{D800}\\x{110000}\\x{1234567}"),
            "\\x{}\\x{FC\\x{XY}\\x{D800}\\x{110000}\\x{1234567}");
  EXPECT_EQ(decode_utf8_addr_xtext("\\x{5C}"), "\\");
}

TEST(XtextTest, BothWaysGiveTheTextBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(decode_xtext(encode_xtext(bytes, ";\"")), bytes);
  const std::string text = "a+b=c\\d \xC3\xBC\xE6\x97\xA5\xF0\x9F\x98\x80;";
  EXPECT_EQ(decode_utf8_addr_xtext(encode_utf8_addr_xtext(text, ";")), text);
}

}  // namespace
}  // namespace plainbounce
