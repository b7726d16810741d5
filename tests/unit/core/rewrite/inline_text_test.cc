#include "core/rewrite/inline_text.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(InlineText, FitsTheCharsetAndEncodingOrNot) {
  struct Case {
    const char* label;
    const char* header;
    const char* text;
    std::optional<std::string> bytes;
  };
  const Case cases[] = {
      {"nothing declared, ASCII", "", "plain", "plain"},
      {"nothing declared, transliterated", "", "für", "fuer"},
      {"us-ascii 7bit", "Content-Type: text/plain; charset=us-ascii\r\n", "für", "fuer"},
      {"UTF-8 in 8bit",
       "Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n", "für",
       "für"},
      {"UTF-8 without 8bit", "Content-Type: text/plain; charset=utf-8\r\n", "für", "fuer"},
      {"Latin-1 in 8bit",
       "Content-Type: text/plain; charset=\"iso-8859-1\"\r\nContent-Transfer-Encoding: 8BIT\r\n",
       "für", "f\xFCr"},
      {"Latin-9 has another letter in that place",
       "Content-Type: text/plain; charset=iso-8859-15\r\nContent-Transfer-Encoding: 8bit\r\n",
       "a ¼", "a 1/4"},
      {"windows-1252 in 8bit",
       "Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: 8bit\r\n",
       "für", "f\xFCr"},
      {"nothing fits", "Content-Type: text/plain; charset=us-ascii\r\n", "中文", std::nullopt},
      {"an address would be another one", "", "An bjørn@fär.example\r\nfür", std::nullopt},
      {"an address that is ASCII beside", "", "für bob@far.example\r\nfür",
       "fuer bob@far.example\r\nfuer"},
      {"an address that fits",
       "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n",
       "an bjørn@fär.example", "an bjørn@fär.example"},
      {"quoted-printable",
       "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n", "plain",
       std::nullopt},
      {"base64", "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n", "plain",
       std::nullopt},
      {"another charset", "Content-Type: text/plain; charset=iso-2022-jp\r\n", "plain",
       std::nullopt},
      {"HTML", "Content-Type: text/html\r\n", "plain", std::nullopt},
  };
  for (const Case& c : cases) {
    const std::string message = std::string(c.header) + "\r\nbody\r\n";
    const auto tree = split_message(message, {});
    ASSERT_TRUE(tree) << c.label;
    EXPECT_EQ(text_for_part(*tree, tree->root(), c.text), c.bytes) << c.label;
  }
}

TEST(InlineText, EightBitBytesAreNotTheFirstOfAMessageDeclared7bit) {
  const std::string outer = "Content-Type: multipart/report; boundary=b\r\n";
  const std::string part =
      "\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n"
      "Content-Transfer-Encoding: 8bit\r\n\r\nbody\r\n--b--\r\n";
  const std::string seven = outer + part;
  const std::string eight = outer + "Content-Transfer-Encoding: 8bit\r\n" + part;
  const auto seven_tree = split_message(seven, {});
  const auto eight_tree = split_message(eight, {});
  ASSERT_TRUE(seven_tree && eight_tree);
  ASSERT_EQ(seven_tree->parts.size(), 2U);
  EXPECT_EQ(text_for_part(*seven_tree, seven_tree->parts[1], "für"), "fuer");
  EXPECT_EQ(text_for_part(*eight_tree, eight_tree->parts[1], "für"), "für");
}

}  // namespace
}  // namespace plainbounce
