#include "core/render/wrapped_text.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::string wrapped(std::string_view text, LineIndents indents = {}) {
  std::string out;
  append_wrapped(out, text, indents);
  return out;
}

TEST(WrappedText, BreaksAtBlanksAtSeventySixCharacters) {
  const std::string word(37, 'a');
  EXPECT_EQ(wrapped(word + " " + word + " b"), word + " " + word + "\r\nb\r\n");
  EXPECT_EQ(wrapped(word + " " + word + "b"), word + " " + word + "b\r\n");
  EXPECT_EQ(wrapped(word + " " + word + "bc"), word + "\r\n" + word + "bc\r\n");
}

TEST(WrappedText, CountsCharactersNotBytes) {
  std::string umlauts;
  for (int i = 0; i < 38; ++i) umlauts += "\u00FC";
  const std::string ascii(37, 'a');
  EXPECT_EQ(wrapped(umlauts + " " + ascii), umlauts + " " + ascii + "\r\n");
}

TEST(WrappedText, AnAddressOf254OctetsStaysWhole) {
  const std::string address = std::string(242, 'l') + "@example.net";
  ASSERT_EQ(address.size(), 254U);
  EXPECT_EQ(wrapped("Your message to <" + address + ">, was", {"", "    "}),
            "Your message to\r\n    <" + address + ">,\r\n    was\r\n");
}

TEST(WrappedText, AWordThatNoLineCouldHoldIsCut) {
  const std::string text = wrapped("Server said: " + std::string(2000, 'x'), {"", "    "});
  size_t letters = 0;
  size_t longest = 0;
  size_t line = 0;
  for (const char c : text) {
    letters += c == 'x' ? 1 : 0;
    line = c == '\n' ? 0 : line + 1;
    longest = std::max(longest, line);
  }
  EXPECT_EQ(letters, 2000U);
  EXPECT_LE(longest, 310U);
}

TEST(WrappedText, IndentsAndControlCharacters) {
  EXPECT_EQ(wrapped("a\r\nb\tc  d", {"1. ", "   "}), "1. a b c d\r\n");
  EXPECT_EQ(wrapped("", {"1. ", "   "}), "");
  EXPECT_EQ(wrapped("  \r\n "), "");
}

TEST(WrappedText, ALineThatLooksLikeAParsersIsIndented) {
  const std::string filler(70, 'a');
  EXPECT_EQ(wrapped(filler + " Subject: x"), filler + "\r\n    Subject: x\r\n");
  EXPECT_EQ(wrapped("550 5.1.1 no"), "    550 5.1.1 no\r\n");
}

}  // namespace
}  // namespace plainbounce
