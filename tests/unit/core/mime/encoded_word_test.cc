#include "core/mime/encoded_word.h"

#include <gtest/gtest.h>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

struct Case {
  const char* label;
  std::string value;
  std::string expected;
};

TEST(EncodedWordTest, Decodes) {
  const std::vector<Case> cases = {
      {"none", "plain text", "plain text"},
      {"Q", "=?utf-8?Q?Sch=C3=B6n_da?=", "Sch\u00F6n da"},
      {"B", "=?UTF-8?b?U2Now7Zu?=", "Sch\u00F6n"},
      {"Latin-1", "=?iso-8859-1?q?=E4?=", "\u00E4"},
      {"iso-2022-jp", "=?ISO-2022-JP?B?GyRCJSglaSE8GyhC?=", "\u30A8\u30E9\u30FC"},
      {"with language", "=?utf-8*en?Q?a?=", "a"},
      {"text around", "a =?utf-8?Q?b?= c", "a b c"},
      {"adjacent words are joined", "=?utf-8?Q?a?= =?utf-8?Q?b?= c", "ab c"},
      {"adjacent over a fold", "=?utf-8?Q?a?=\r\n =?utf-8?Q?b?=", "ab"},
      {"adjacent in two charsets", "=?utf-8?Q?a?= =?iso-8859-1?Q?=E4?=", "a\u00E4"},
      {"adjacent without blank", "=?utf-8?Q?a?==?utf-8?Q?b?=", "ab"},
      {"character cut in two words", "=?utf-8?Q?=C3?= =?utf-8?B?pA==?=", "\u00E4"},
      {"blanks around text stay", "=?utf-8?Q?a?=  b  =?utf-8?Q?c?=", "a  b  c"},
      {"empty text",
       "=?utf-8?Q?"
       "?=",
       ""},
      {"blank inside", "=?utf-8?Q?a b?=", "a b"},
      {"inside quotes", "\"=?utf-8?Q?a?=\" <x@example.org>", "\"a\" <x@example.org>"},
      {"misspelt charset", "=?uft-8?Q?=C3=A4?=", "\u00E4"},
      {"unknown charset stays", "=?x-none?Q?=E4?= =?x-none?Q?b?= c",
       "=?x-none?Q?=E4?= =?x-none?Q?b?= c"},
      {"unknown encoding stays", "=?utf-8?X?a?=", "=?utf-8?X?a?="},
      {"never closed", "=?utf-8?Q?abc", "=?utf-8?Q?abc"},
      {"no charset", "=??Q?a?=", "=??Q?a?="},
      {"broken in front of a good one", "=?utf-8?Q =?utf-8?Q?a?=", "=?utf-8?Q a"},
      {"bad escapes", "=?utf-8?Q?=ZZ=4?=", "=ZZ=4"},
      {"bytes that do not fit", "=?utf-8?Q?=FF?=", "\uFFFD"},
      {"marks alone", "=? ?= =?=", "=? ?= =?="},
      {"raw 8-bit stays", "\xE4", "\xE4"},
      {"empty", "", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(decode_encoded_words(c.value), c.expected) << c.label;
}

TEST(EncodedWordTest, DecodesHostileTextOfAnyLength) {
  for (const char* piece : {"=?", "=?utf-8?Q?", "=?a?", "?=", "=?utf-8?Q?a?=", "=?utf-8?Q?a?= "}) {
    std::string text;
    while (text.size() < 100000) text += piece;
    EXPECT_LE(decode_encoded_words(text).size(), text.size()) << piece;
  }
}

TEST(EncodeHeaderTextTest, FoldsAndEncodes) {
  const std::string x50(50, 'x');
  const std::vector<Case> cases = {
      {"plain", "plain text", "plain text"},
      {"blank runs and ends", "  a   b ", "a b"},
      {"control characters", "a\r\nX-Evil: b\tc\x01z\x7F", "a X-Evil: b c z"},
      {"C1 controls", "a\u0085b", "a b"},
      {"a word that is not ASCII", "Empf\u00E4nger da", "=?UTF-8?Q?Empf=C3=A4nger?= da"},
      {"neighbours are one run", "a \u00E4 \u00F6 b", "a =?UTF-8?B?w6Qgw7Y=?= b"},
      {"mostly not ASCII is B", "\u65E5\u672C\u8A9E", "=?UTF-8?B?5pel5pys6Kqe?="},
      {"what looks like an encoded word", "a =?utf-8?Q?b?= c",
       "a =?UTF-8?B?PT91dGYtOD9RP2I/PQ==?= c"},
      {"NUL", std::string("a\0b", 3), "a b"},
      {"bytes that are no UTF-8", "a\xFF", "=?UTF-8?B?Ye+/vQ==?="},
      {"fold", x50 + " " + x50, x50 + "\n " + x50},
      {"longest plain word", std::string(75, 'x'), "\n " + std::string(75, 'x')},
      {"too long a word", std::string(80, 'x'),
       "=?UTF-8?Q?" + std::string(54, 'x') + "?=\n =?UTF-8?Q?" + std::string(26, 'x') + "?="},
      {"empty", "", ""},
      {"blanks", " \t ", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(encode_header_text(c.value, 8), c.expected) << c.label;
}

// No line beyond 76 characters, none of blanks alone, ASCII only, no control but the fold's LF.
void expect_wire_form(const std::string& value, size_t name_size) {
  size_t column = name_size + 2;
  for (const char c : value) {
    if (c == '\n') {
      column = 0;
      continue;
    }
    ASSERT_TRUE(is_printable(c));
    ASSERT_LE(++column, 76U);
  }
  ASSERT_EQ(value.find("\n \n"), std::string::npos);
}

std::string unfolded(std::string value) {
  for (size_t at = 0; (at = value.find('\n', at)) != std::string::npos;) value.erase(at, 1);
  return value;
}

// A blank too many makes the text go word by word.
TEST(EncodeHeaderTextTest, FoldsWholeLinesAsItDoesWords) {
  for (size_t longest = 1; longest < 80; ++longest) {
    std::string text;
    for (size_t size = 1; size <= longest; ++size) {
      if (!text.empty()) text += ' ';
      text.append(size * 7 % longest + 1, 'a');
    }
    for (const size_t name_size : {8U, 20U, 73U, 74U, 80U})
      EXPECT_EQ(encode_header_text(text, name_size), encode_header_text(text + ' ', name_size))
          << longest << " " << name_size;
  }
}

TEST(EncodeHeaderTextTest, DecodesToTheSameText) {
  const std::string pieces[] = {"a",  "\u00E4",     "\U0001F600", "word", "\u65E5\u672C",
                                "=?", "long-word-", "?=",         "_",    "http://example.org/x"};
  uint32_t state = 7;
  for (int round = 0; round < 1000; ++round) {
    std::string text;
    const int count = round % 60;
    for (int i = 0; i < count; ++i) {
      state = state * 1664525U + 1013904223U;
      text += pieces[(state >> 16U) % 10];
      if ((state >> 24U) % 3 == 0 && i + 1 < count) text += " ";
    }
    const size_t name_size = static_cast<size_t>(round) % 70;
    const std::string value = encode_header_text(text, name_size);
    expect_wire_form(value, name_size);
    std::string decoded = decode_encoded_words(unfolded(value));
    if (!decoded.empty() && decoded.front() == ' ') decoded.erase(0, 1);
    ASSERT_EQ(decoded, text);
  }
}

}  // namespace
}  // namespace plainbounce
