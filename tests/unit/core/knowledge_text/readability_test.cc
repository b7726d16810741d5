#include "tests/support/readability.h"

#include <gtest/gtest.h>

namespace plainbounce::testing {
namespace {

TEST(Readability, CountsSyllables) {
  struct Case {
    const char* word;
    size_t syllables;
  };
  const Case cases[] = {{"mail", 1},    {"message", 2},   {"messages", 3}, {"mailbox", 2},
                        {"address", 2}, {"recipient", 3}, {"service", 2},  {"delivered", 3},
                        {"stopped", 1}, {"reported", 3},  {"because", 2},  {"people", 2},
                        {"passes", 2},  {"(UTC)", 1},     {"14:00", 1},    {"the", 1},
                        {"likes", 1},   {"@", 1}};
  for (const Case& c : cases) EXPECT_EQ(syllables_of(c.word), c.syllables) << c.word;
}

TEST(Readability, CountsWordsAndSentences) {
  struct Case {
    const char* label;
    std::vector<std::string> lines;
    size_t words;
    size_t sentences;
    size_t longest;
  };
  const Case cases[] = {
      {"a line without an end is a sentence", {"Mailbox full", "We stop."}, 4, 2, 2},
      {"a colon ends one", {"You have to act: write again."}, 6, 2, 4},
      {"dots of an address end none", {"It went to bob@far.example.org today."}, 5, 1, 5},
      {"links and codes are left out", {"See https://help.example/a 5.1.1 now."}, 2, 1, 2},
      {"a lone sign counts", {"after the @."}, 3, 1, 3},
      {"nothing", {""}, 0, 0, 0}};
  for (const Case& c : cases) {
    const Readability found = readability(c.lines);
    EXPECT_EQ(found.words, c.words) << c.label;
    EXPECT_EQ(found.sentences, c.sentences) << c.label;
    EXPECT_EQ(found.longest_sentence, c.longest) << c.label;
  }
}

TEST(Readability, GradesAsFleschAndKincaidDid) {
  // 6 words of 6 syllables, then 4 words of 18, each in one sentence.
  EXPECT_NEAR(readability({"The cat sat on the mat."}).grade(), -1.45, 0.01);
  EXPECT_NEAR(readability({"Mailbox configuration unavailable internationally."}).grade(), 39.07,
              0.01);
}

}  // namespace
}  // namespace plainbounce::testing
