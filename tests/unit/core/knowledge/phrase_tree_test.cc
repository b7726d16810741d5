#include "core/knowledge/phrase_tree.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

using Found = std::tuple<std::string, size_t, size_t>;

std::vector<Found> search(const std::vector<std::string>& phrases, const std::string& text) {
  const PhraseTree tree(phrases);
  std::vector<PhraseTree::Hit> hits;
  tree.search(text, hits);
  std::vector<Found> found;
  for (const PhraseTree::Hit& hit : hits) {
    found.emplace_back(phrases[hit.phrase], hit.begin, hit.end);
  }
  return found;
}

bool is_word(char c) { return is_alpha(c) || is_digit(c); }

// The slow way, as the truth: in order of begin and end.
std::vector<Found> search_each(const std::vector<std::string>& phrases, const std::string& text) {
  std::vector<Found> found;
  for (size_t begin = 0; begin < text.size(); ++begin) {
    if (begin > 0 && is_word(text[begin - 1]) && is_word(text[begin])) continue;
    for (size_t end = begin + 1; end <= text.size(); ++end) {
      if (end < text.size() && is_digit(text[end - 1]) && is_digit(text[end])) continue;
      for (const std::string& phrase : phrases) {
        if (text.substr(begin, end - begin) == phrase) found.emplace_back(phrase, begin, end);
      }
    }
  }
  return found;
}

TEST(PhraseTree, FindsPhrasesInsideOthersAndWhereTheyOverlap) {
  EXPECT_EQ(search({"is full", "full", "mailbox is", "mail"}, "mailbox is full"),
            (std::vector<Found>{
                {"mail", 0, 4}, {"mailbox is", 0, 10}, {"is full", 8, 15}, {"full", 11, 15}}));
}

TEST(PhraseTree, PhrasesBeginAtAWordAndDoNotEndInsideANumber) {
  EXPECT_TRUE(search({"rbl", "s315"}, "marble s3150 xs315").empty());
  EXPECT_EQ(search({"rbl", "s315"}, "(rbls-s315"),
            (std::vector<Found>{{"rbl", 1, 4}, {"s315", 6, 10}}));
  EXPECT_EQ(search({"[x",
                    "\xc3\xbc"
                    "b"},
                   "a[xa\xc3\xbc"
                   "b"),
            (std::vector<Found>{{"[x", 1, 3},
                                {"\xc3\xbc"
                                 "b",
                                 4, 7}}));
}

TEST(PhraseTree, LettersOfOtherAlphabetsAndUnderscoresAreWithinAWord) {
  EXPECT_TRUE(search({"spam"}, "\xc3\xa9spam \xd0\xb6spam no_spam").empty());
  // Scripts without blanks, quotation marks and a phrase that begins with a mark are none.
  EXPECT_EQ(search({"spam", "_1"}, "\xe9\x82\xaespam \xc2\xabspam x_1"),
            (std::vector<Found>{{"spam", 3, 7}, {"spam", 10, 14}, {"_1", 16, 18}}));
  EXPECT_EQ(search({"spam"}, "spam_x"), (std::vector<Found>{{"spam", 0, 4}}));
}

TEST(PhraseTree, WithoutPhrasesNothingIsFound) { EXPECT_TRUE(search({}, "anything").empty()); }

TEST(PhraseTree, AgreesWithASearchForEachPhraseOnDenseTexts) {
  constexpr std::string_view kLetters = "ab 1(";
  std::vector<std::string> phrases;
  for (const char a : kLetters) {
    phrases.emplace_back(1, a);
    for (const char b : kLetters) {
      if (b != ' ') phrases.push_back({a, b});
      for (const char c : kLetters) {
        if (b == c) continue;  // gaps, so that some nodes end no phrase
        phrases.push_back({a, b, c});
        phrases.push_back({a, b, c, a, b});
      }
    }
  }
  unsigned state = 1;
  for (int round = 0; round < 30; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      state = state * 1103515245U + 12345U;
      text += "ab 1(\xff"[(state >> 16U) % 6];
    }
    EXPECT_EQ(search(phrases, text), search_each(phrases, text)) << text;
  }
}

// Phrases of all sizes that go on as others begin: longer than a node's label, shorter than the
// prefix by which most are found, cut off by the end of the text.
TEST(PhraseTree, AgreesWithASearchForEachPhraseOfAnySize) {
  const std::string base = "mailbox is full and over quota 42 for 7 days";
  std::vector<std::string> phrases;
  for (size_t size = 1; size < base.size(); size += size < 6 ? 1 : 5) {
    phrases.push_back(base.substr(0, size));
    phrases.push_back("x" + base.substr(1, size));
  }
  for (const char* const word : {"is full", "full and", "4", "42", "ov", "over"}) {
    phrases.emplace_back(word);
  }
  for (size_t cut = 0; cut <= base.size(); ++cut) {
    const std::string text = "a " + base + "x" + base.substr(1) + " (" + base.substr(0, cut);
    EXPECT_EQ(search(phrases, text), search_each(phrases, text)) << text;
  }
}

}  // namespace
}  // namespace plainbounce
