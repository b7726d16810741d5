#include "core/knowledge/phrase_automaton.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace plainbounce {
namespace {

using Found = std::tuple<std::string, size_t, size_t>;

std::multiset<Found> search(const std::vector<std::string>& phrases, const std::string& text) {
  PhraseAutomaton automaton;
  for (const std::string& phrase : phrases) automaton.add(phrase);
  automaton.build();
  std::multiset<Found> found;
  automaton.search(text, [&](const PhraseAutomaton::Hit& hit) {
    found.insert({phrases[hit.phrase], hit.begin, hit.end});
  });
  return found;
}

// The slow way, as the truth.
std::multiset<Found> search_each(const std::vector<std::string>& phrases, const std::string& text) {
  std::multiset<Found> found;
  for (const std::string& phrase : phrases) {
    for (size_t at = text.find(phrase); at != std::string::npos; at = text.find(phrase, at + 1)) {
      found.insert({phrase, at, at + phrase.size()});
    }
  }
  return found;
}

TEST(PhraseAutomaton, FindsPhrasesInsideAndOverlappingOthers) {
  EXPECT_EQ(search({"he", "she", "his", "hers"}, "ushers"),
            (std::multiset<Found>{{"she", 1, 4}, {"he", 2, 4}, {"hers", 2, 6}}));
}

TEST(PhraseAutomaton, TheSamePhraseHasOneNumber) {
  PhraseAutomaton automaton;
  EXPECT_EQ(automaton.add("full"), 0U);
  EXPECT_EQ(automaton.add("quota"), 1U);
  EXPECT_EQ(automaton.add("full"), 0U);
}

TEST(PhraseAutomaton, WithoutPhrasesNothingIsFound) { EXPECT_TRUE(search({}, "anything").empty()); }

TEST(PhraseAutomaton, AgreesWithASearchForEachPhraseOnDenseTexts) {
  // All words of up to four letters over {a, b}, in texts over the same letters: every overlap
  // there can be.
  std::vector<std::string> phrases;
  for (size_t size = 1; size <= 4; ++size) {
    for (size_t bits = 0; bits < (size_t{1} << size); ++bits) {
      if ((bits + size) % 3 == 0) continue;  // gaps, so that some nodes end no phrase
      std::string word;
      for (size_t i = 0; i < size; ++i) word += (bits >> i & 1U) != 0 ? 'a' : 'b';
      phrases.push_back(word);
    }
  }
  unsigned state = 1;
  for (int round = 0; round < 50; ++round) {
    std::string text;
    for (int i = 0; i < 200; ++i) {
      state = state * 1103515245U + 12345U;
      text += "abc\xff"[state >> 16U & 3U];
    }
    EXPECT_EQ(search(phrases, text), search_each(phrases, text)) << text;
  }
}

}  // namespace
}  // namespace plainbounce
