#include "core/knowledge/sequence_follower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Case {
  std::vector<std::string> phrases;
  size_t max_gap = 0;
  std::string scope = "text";
};

// The pieces "begin-end" of each sequence that is met, with "?" where it is guessed.
std::vector<std::string> met(const std::vector<Case>& cases, const std::string& text,
                             bool* bounded = nullptr) {
  PhraseSequences sequences;
  for (uint32_t i = 0; i < cases.size(); ++i) {
    Rule rule;
    rule.phrases = {cases[i].phrases};
    rule.max_gap = cases[i].max_gap;
    rule.scope = cases[i].scope;
    sequences.add(i, rule);
  }
  sequences.build();
  SequenceFollower follower(sequences, text, std::pmr::get_default_resource());
  std::vector<std::string> out;
  const bool done = follower.run(
      [](uint32_t) { return true; },
      [&](const PhraseSequences::Sequence&, uint32_t last) {
        std::string pieces;
        for (uint32_t at = last; at != SequenceFollower::kNone; at = follower.met(at).before) {
          const TextPiece piece = follower.met(at).piece;
          pieces = std::to_string(piece.begin) + "-" + std::to_string(piece.end) +
                   (pieces.empty() ? "" : " ") + pieces;
        }
        out.push_back(pieces + (follower.met(last).guessed ? "?" : ""));
      });
  if (bounded != nullptr) *bounded = done;
  return out;
}

TEST(SequenceFollower, TakesTheEarliestWayThatStates) {
  EXPECT_THAT(met({{{"full"}}}, "full full"), ElementsAre("0-4"));
  EXPECT_THAT(met({{{"full"}}}, "may be full; full; full"), ElementsAre("13-17"));
  EXPECT_THAT(met({{{"full"}}}, "may be full"), ElementsAre("7-11?"));
  EXPECT_THAT(met({{{"full"}}}, "not full"), IsEmpty());
  EXPECT_THAT(met({{{"mail", "full"}}}, "mail mail full full"), ElementsAre("0-4 10-14"));
  EXPECT_THAT(met({{{"mail", "full"}}}, "mail may be full. mail full"), ElementsAre("0-4 23-27"));
  EXPECT_THAT(met({{{"mail", "full"}}}, "may mail full mail full"), ElementsAre("14-18 19-23"));
}

TEST(SequenceFollower, TakesTheLatestWayWhereGapsAreLimited) {
  EXPECT_THAT(met({{{"mail", "full"}, 3}}, "mail mail full"), ElementsAre("5-9 10-14"));
  EXPECT_THAT(met({{{"mail", "full"}, 3}}, "mail is. full mail full"), ElementsAre("14-18 19-23"));
  EXPECT_THAT(met({{{"a", "b", "c"}, 1}}, "a b b c"), IsEmpty());
  EXPECT_THAT(met({{{"a", "b", "c"}, 3}}, "a b b c"), ElementsAre("0-1 4-5 6-7"));
}

TEST(SequenceFollower, GenericOnesStayInOneSentence) {
  EXPECT_THAT(met({{{"mail", "full"}, 9, "generic"}}, "mail it. full"), IsEmpty());
  EXPECT_THAT(met({{{"mail", "full"}, 9, "generic"}}, "mail.it full"), ElementsAre("0-4 8-12"));
}

TEST(SequenceFollower, OnePieceMeetsOnePhrase) {
  EXPECT_THAT(met({{{"no", "no"}}}, "no"), IsEmpty());
  EXPECT_THAT(met({{{"no", "no"}}}, "no no no"), ElementsAre("0-2 3-5"));
  EXPECT_THAT(met({{{"is full", "full"}}}, "is full"), IsEmpty());
}

// A text in which more would have to be followed than in any honest one of its size meets nothing.
TEST(SequenceFollower, GivesUpWhereATextIsMadeToBeSlow) {
  constexpr int kCases = 30;
  std::vector<Case> cases;
  std::string all = "user full ";
  for (int i = 0; i < kCases; ++i) {
    cases.push_back({{"user", "full", "word" + std::to_string(i)}, 9});
    all += "word" + std::to_string(i) + " ";
  }
  bool bounded = false;
  EXPECT_THAT(met(cases, all, &bounded), ElementsAre("0-4 5-9 10-15", "0-4 5-9 16-21"));
  EXPECT_TRUE(bounded);
  for (int i = 0; i < 200; ++i) all += "user full ";
  EXPECT_THAT(met(cases, all, &bounded), IsEmpty());
  EXPECT_FALSE(bounded);
  // One rule alone may be followed through any text that says other things, too.
  for (int i = 0; i < 9999; ++i) all += "user full, as was said before to whom it may concern ";
  EXPECT_THAT(met({cases.front()}, all + "user full word0", &bounded), ::testing::SizeIs(1));
  EXPECT_TRUE(bounded);
}

}  // namespace
}  // namespace plainbounce
