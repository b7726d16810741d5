#include "core/render/wrapped_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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

std::vector<std::string> lines_of(std::string_view text, Lines::Taken taken) {
  std::vector<std::string> out;
  Lines lines(text, taken);
  for (std::string_view line = lines.next(); !line.empty(); line = lines.next()) {
    out.emplace_back(line);
  }
  return out;
}

TEST(Lines, LeaveRoomForWhatStandsAround) {
  using List = std::vector<std::string>;
  const std::string word(37, 'a');
  const std::string umlaut = "\u00FC" + std::string(36, 'a');
  const std::string both = word + " " + word;
  for (const std::string& end : {word, umlaut}) {
    const std::string text = word + " " + end;
    EXPECT_EQ(lines_of(text, {0, 0, 1}), List{text});
    EXPECT_EQ(lines_of(text, {1, 0, 0}), List{text});
    EXPECT_EQ(lines_of(text, {0, 0, 2}), (List{word, end}));
    EXPECT_EQ(lines_of(text, {2, 0, 0}), (List{word, end}));
    EXPECT_EQ(lines_of(text + " b", {0, 0, 0}), (List{text, "b"}));
    EXPECT_EQ(lines_of("b " + text, {0, 2, 0}), (List{"b " + word, end}));
    EXPECT_EQ(lines_of(both + " " + text, {0, 1, 1}), (List{both, word, end}));
  }
  const std::string longer(200, 'x');
  EXPECT_EQ(lines_of(longer + " b", {0, 2, 0}), (List{longer, "b"}));
  EXPECT_EQ(lines_of("b " + longer, {300, 0, 9}), (List{"b", longer}));
  EXPECT_EQ(lines_of("", {0, 0, 0}), List{});
}

TEST(Lines, AreReadyWhereSingleBlanksDivideTheWords) {
  for (const char* text : {"a", "a b", "one two three four five six", "\u00FC \u00E4"}) {
    EXPECT_TRUE(is_ready_for_lines(text)) << text;
  }
  for (const char* text :
       {"", " ", " a", "a ", "a  b", "a\tb", "a\nb", "\x7F", "a\x7F", "one two\r\n"}) {
    EXPECT_FALSE(is_ready_for_lines(text)) << text;
  }
  EXPECT_TRUE(is_ready_for_lines("a " + std::string(300, 'x')));
  EXPECT_FALSE(is_ready_for_lines("a " + std::string(301, 'x')));
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
