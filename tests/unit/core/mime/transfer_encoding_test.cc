#include "core/mime/transfer_encoding.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

struct Case {
  const char* label;
  std::string text;
  std::string expected;
};

TEST(QuotedPrintableTest, Decodes) {
  const std::vector<Case> cases = {
      {"plain", "plain text\r\n", "plain text\r\n"},
      {"bytes", "=C3=A4=e4", "\xC3\xA4\xE4"},
      {"soft break", "one=\r\ntwo=\nthree", "onetwothree"},
      {"soft break with blanks behind", "one= \t\r\ntwo", "onetwo"},
      {"soft break at the end", "one=", "one"},
      {"blanks before a line end go", "one \t\r\ntwo  ", "one\r\ntwo"},
      {"encoded blank stays", "one=20\r\n", "one \r\n"},
      {"no escape stays", "a=ZZ=4", "a=ZZ=4"},
      {"line ends stay as they are", "a\nb\r\nc", "a\nb\r\nc"},
      {"boundary-like", "x=3D=3D", "x=="},
      {"8-bit stays", "\xFF", "\xFF"},
      {"NUL", std::string("a=00\0b", 6), std::string("a\0\0b", 4)},
      {"CR alone stays", "a\rb", "a\rb"},
      {"empty", "", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(decode_quoted_printable(c.text), c.expected) << c.label;
}

TEST(QuotedPrintableTest, Encodes) {
  const std::vector<Case> cases = {
      {"plain", "plain, text", "plain, text"},
      {"bytes", "\xC3\xA4=", "=C3=A4=3D"},
      {"LF becomes CRLF", "a\nb\r\n", "a\r\nb\r\n"},
      {"blank at the end of a line", "a \nb\t", "a=20\r\nb=09"},
      {"tab inside", "a\tb", "a\tb"},
      {"bare CR and NUL", std::string("a\rb\0", 4), "a=0Db=00"},
      {"From at the start of a line", "From me\nFrom\nFromage\n From x",
       "=46rom me\r\nFrom\r\nFromage\r\n From x"},
      {"a line of one dot", ".\n..\n.x", "=2E\r\n..\r\n.x"},
      {"76 characters", std::string(76, 'x'), std::string(76, 'x')},
      {"77 characters", std::string(77, 'x'), std::string(75, 'x') + "=\r\nxx"},
      {"escape does not fit", std::string(74, 'x') + "\xE4z", std::string(74, 'x') + "=\r\n=E4z"},
      {"empty", "", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(encode_quoted_printable(c.text), c.expected) << c.label;
}

TEST(Base64Test, Decodes) {
  const std::vector<Case> cases = {
      {"three bytes", "YWJj", "abc"},
      {"two", "YWI=", "ab"},
      {"one", "YQ==", "a"},
      {"no padding", "YWI", "ab"},
      {"one digit left", "YWJjZ", "abc"},
      {"line breaks", "YW\r\nJj\n", "abc"},
      {"foreign characters", "Y*W-J.j", "abc"},
      {"strung together", "YQ==YWI=YWJj", "aababc"},
      {"8-bit and NUL", std::string("YW\xFF\0Jj", 6), "abc"},
      {"all bits", "//79", "\xFF\xFE\xFD"},
      {"empty", "", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(decode_base64(c.text), c.expected) << c.label;
}

TEST(Base64Test, Encodes) {
  EXPECT_EQ(encode_base64("abc"), "YWJj");
  EXPECT_EQ(encode_base64("ab"), "YWI=");
  EXPECT_EQ(encode_base64("a"), "YQ==");
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("\xFF\xFE\xFD"), "//79");
}

TEST(TransferEncodingTest, ChoosesByName) {
  std::string buffer;
  EXPECT_EQ(decode_transfer_encoding("YQ==", "Base64", buffer), "a");
  EXPECT_EQ(decode_transfer_encoding("=41", " QUOTED-Printable ", buffer), "A");
  EXPECT_EQ(decode_transfer_encoding("=41", "7bit", buffer), "=41");
  EXPECT_EQ(decode_transfer_encoding("=41", "x-unknown", buffer), "=41");
  EXPECT_EQ(decode_transfer_encoding("=41", "", buffer), "=41");
}

std::string some_bytes(size_t size, uint32_t state) {
  std::string out;
  while (out.size() < size) {
    state = state * 1664525U + 1013904223U;
    out += static_cast<char>(static_cast<uint8_t>(state >> 24U));
  }
  return out;
}

TEST(TransferEncodingTest, DecodingUndoesEncoding) {
  for (uint32_t round = 0; round < 300; ++round) {
    std::string bytes = some_bytes(round, round);
    EXPECT_EQ(decode_base64(encode_base64(bytes)), bytes);
    for (char& c : bytes) {
      if (c == '\n') c = ' ';
    }
    const std::string encoded = encode_quoted_printable(bytes);
    EXPECT_EQ(decode_quoted_printable(encoded), bytes);
    for (size_t begin = 0; begin < encoded.size();) {
      const size_t end = std::min(encoded.find("\r\n", begin), encoded.size());
      EXPECT_LE(end - begin, 76U);
      begin = end + 2;
    }
  }
}

}  // namespace
}  // namespace plainbounce
