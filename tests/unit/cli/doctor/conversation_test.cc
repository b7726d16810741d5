#include "cli/doctor/conversation.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::string bytes(std::initializer_list<int> numbers) {
  std::string out;
  for (const int number : numbers) out += static_cast<char>(number);
  return out;
}

TEST(Conversation, TheNegotiationIsAPacketOfThirteenBytes) {
  const Question question = milter_question();
  EXPECT_EQ(question.bytes,
            bytes({0, 0, 0, 13, 'O', 0, 0, 0, 6, 0, 0, 1, 0xff, 0, 0x1f, 0xff, 0xff}));
  EXPECT_EQ(question.farewell, bytes({0, 0, 0, 1, 'Q'}));
}

TEST(Conversation, AnAnswerIsWholeWithItsLastByteAndNotBefore) {
  const Question question = milter_question();
  const std::string answer = bytes({0, 0, 0, 13, 'O', 0, 0, 0, 6, 0, 0, 0, 0x1f, 0, 0, 0, 0});
  for (size_t size = 0; size < answer.size(); ++size) {
    EXPECT_FALSE(question.is_whole(std::string_view(answer).substr(0, size))) << size;
  }
  EXPECT_TRUE(question.is_whole(answer));
  EXPECT_EQ(milter_version(answer), 6U);
}

TEST(Conversation, WhatIsNoMilter) {
  const Question question = milter_question();
  EXPECT_TRUE(question.is_whole("220 mail.example.org ESMTP\r\n")) << "no size that could come";
  EXPECT_EQ(milter_version("220 mail.example.org ESMTP\r\n"), std::nullopt);
  EXPECT_EQ(milter_version(bytes({0, 0, 0, 1, 'O'})), std::nullopt);
  EXPECT_EQ(milter_version(""), std::nullopt);
}

TEST(Conversation, ALookUpIsANetstring) {
  const Question question = map_question("footer", "550 no");
  EXPECT_EQ(question.bytes, "13:footer 550 no,");
  const struct {
    const char* label;
    std::string text;
    bool whole;
    std::optional<std::string> answer;
  } cases[] = {
      {"an answer", "10:OK \\c text,", true, "OK \\c text"},
      {"no such key", "9:NOTFOUND ,", true, "NOTFOUND "},
      {"nothing yet", "", false, std::nullopt},
      {"half a size", "1", false, std::nullopt},
      {"no content yet", "10:", false, std::nullopt},
      {"no comma yet", "3:OK ", false, std::nullopt},
      {"a wrong end", "2:OK ", true, std::nullopt},
      {"no size", "OK text", true, std::nullopt},
      {"a huge size", "99999999:", true, std::nullopt},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(question.is_whole(one.text), one.whole);
    EXPECT_EQ(map_answer(one.text), one.answer);
  }
}

}  // namespace
}  // namespace plainbounce
