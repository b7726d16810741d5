#include "core/knowledge/phrase_context.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

// The context of the words between "{" and "}".
PhraseContext context(std::string text) {
  const size_t begin = text.find('{');
  text.erase(begin, 1);
  const size_t end = text.find('}');
  text.erase(end, 1);
  return PhraseContexts(text, std::pmr::get_default_resource()).of(begin, end);
}

TEST(PhraseContext, SaysWhetherTheWordsAreStated) {
  struct Case {
    std::string text;
    PhraseContext expected;
  };
  constexpr auto kStated = PhraseContext::kStated;
  constexpr auto kGuessed = PhraseContext::kGuessed;
  constexpr auto kNotSaid = PhraseContext::kNotSaid;
  const Case cases[] = {
      {"{over quota}", kStated},
      {"451 mailbox {full} check failed: ldap down", kNotSaid},
      {"{over quota} lookup could not be made", kNotSaid},
      {"{over quota} check", kStated},
      {"{over quota}: lookup failed", kStated},
      {"{spf} check failed", kStated},
      {"our {greylist}ing-free gateway", kNotSaid},
      {"a {spam}-free zone", kNotSaid},
      {"mailbox is {over quota}", kStated},
      {"mailbox is not {over quota}", kNotSaid},
      {"mailbox isn't {over quota}", kNotSaid},
      {"mailbox isn’t yet {over quota}", kNotSaid},
      {"mailbox is no longer {over quota}", kNotSaid},
      {"mailbox was never really {over quota}", kNotSaid},
      {"das postfach ist nicht {voll}", kNotSaid},
      {"la casella non è {piena}", kNotSaid},
      {"la casella è {piena}", kStated},
      {"la casella è {piena}?", kNotSaid},
      {"se la casella è {piena}, riprovare", kNotSaid},
      {"si è verificato un errore {casella piena}", kStated},
      {"el buzón no está {lleno}", kNotSaid},
      {"el buzón está {lleno}", kStated},
      {"el usuario no es {desconocido}", kNotSaid},
      {"si el buzón está {lleno}, inténtelo", kNotSaid},
      {"se ha superado la {cuota}", kStated},
      {"si la boîte est {pleine}, réessayez", kNotSaid},
      {"ce n'est pas du {spam}", kNotSaid},
      {"a caixa não está {cheia}", kNotSaid},
      {"de mailbox is niet {vol}", kNotSaid},
      {"skrzynka nie jest {pełna}", kNotSaid},
      {"ящик не {переполнен}", kNotSaid},
      {"sollte das postfach {voll} sein", kNotSaid},
      {"メールボックスは{満杯}ではありません", kNotSaid},
      {"メールボックスは{満杯}です", kStated},
      {"this is not on our {blacklist}", kNotSaid},
      {"message was not identified as {spam}", kNotSaid},
      {"the user is {not found}", kStated},
      {"could not deliver: {over quota}", kStated},
      {"could not deliver because {over quota}", kStated},
      {"not delivered. {over quota}", kStated},
      {"host does not have a {ptr record}", kStated},
      {"mailbox may be {over quota}", kGuessed},
      {"mailbox might have {exceeded its} quota", kGuessed},
      {"mailbox may not be {over quota}", kNotSaid},
      {"if you are {over quota}, delete mail", kNotSaid},
      {"refused. if {over quota} see help", kNotSaid},
      {"if in doubt, ask: {over quota}", kStated},
      {"check whether it is {over quota}", kNotSaid},
      {"<{over-quota}@example.org>: refused", kNotSaid},
      {"x@example.org:{blocked}", kStated},
      {"with subject \"you are {over quota}\"", kNotSaid},
      {"said \"{over quota}\"", kStated},
      {"was identified as \"{spam}\"", kStated},
      {"see https://check.{spamhaus}.org/?from=bob@example.org", kStated},
      {"rejected. see https://example.org/help/{over-quota}", kNotSaid},
      {"rejected. see https://example.org/{user-unknown}.html", kNotSaid},
      {"rejected, www.example.org/{greylist}ing/", kNotSaid},
      {"rejected (www.example.org/{greylist}ing/)", kNotSaid},
      {"see https://example.org/?{p=nosuchuser}", kStated},
      {"see https://example.org/{over-quota2}", kStated},
      {"see https://{rbl}.example.org/help", kStated},
      {"user/{unknown}", kStated},
      {"https://example.org/help {unknown}", kStated},
      {"{收件人不存在}：bob@example.cn", kStated},
      {"is the mailbox {full}?", kNotSaid},
      {"is the mailbox {full}? ask", kNotSaid},
      {"is it {full} again? ask", kNotSaid},
      {"the mailbox is {full}. why?", kStated},
      {"the mailbox is {full} ????", kStated},
      {"mail loops back to me ({mx problem}?)", kStated},
      {"we do not think this is {spam}", kNotSaid},
      {"we do not believe it: {spam}", kStated},
      {"the {address} 192.0.2.1 is unknown", kNotSaid},
      {"the {address} [192.0.2.1] is unknown", kNotSaid},
      {"the {address} 1.2.3.4@example.org is unknown", kStated},
      {"the {address} ... is unknown", kStated},
      {"the {ip address} 192.0.2.1 is unknown", kStated},
      {"la boite n'est pas {pleine}", kNotSaid},
      {"la casella non {piena}", kNotSaid},
      {"ask (if {over quota})", kNotSaid},
      {"if... {over quota}", kStated},
      {"if{...}", kNotSaid},
      {"motif{...}", kStated},
      {std::string(250, 'x') + "@example.org {over quota}", kStated},
      {"the motif " + std::string(196, 'x') + " {over quota}", kStated},
  };
  for (const Case& c : cases) EXPECT_EQ(context(c.text), c.expected) << c.text;
}

// What is asked first must not change what is answered later.
TEST(PhraseContext, IsTheSameInAnyOrder) {
  const std::string text =
      "if full, not x@over:full: subject \"voll\" <over@full.example> may be over. full if? full "
      "//full.example/over:full";
  std::vector<std::pair<size_t, size_t>> places;
  for (const std::string word : {"full", "over", "voll", "over:f"}) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      places.emplace_back(at, at + word.size());
    }
  }
  PhraseContexts forward(text, std::pmr::get_default_resource());
  PhraseContexts backward(text, std::pmr::get_default_resource());
  std::vector<PhraseContext> there;
  std::vector<PhraseContext> back;
  for (const auto& [begin, end] : places) there.push_back(forward.of(begin, end));
  for (auto at = places.rbegin(); at != places.rend(); ++at) {
    back.insert(back.begin(), backward.of(at->first, at->second));
  }
  EXPECT_EQ(there, back);
  for (size_t i = 0; i < places.size(); ++i) {
    PhraseContexts alone(text, std::pmr::get_default_resource());
    EXPECT_EQ(alone.of(places[i].first, places[i].second), there[i]) << i;
  }
}

TEST(PhraseContext, SentencesEndAtAMarkBeforeABlank) {
  EXPECT_TRUE(has_sentence_end(" is fine. the disk "));
  EXPECT_TRUE(has_sentence_end(" is fine; the disk "));
  EXPECT_FALSE(has_sentence_end(" bob@mx.example.org: "));
}

TEST(PhraseContext, SentencesEndBetweenTwoPlaces) {
  const std::string text = "full. it is; so? no.x yes: well!";
  PhraseContexts contexts(text, std::pmr::get_default_resource());
  for (size_t begin = 0; begin <= text.size(); ++begin) {
    for (size_t end = begin; end <= text.size(); ++end) {
      EXPECT_EQ(contexts.has_sentence_end(begin, end),
                has_sentence_end(text.substr(begin, end - begin)))
          << begin << " " << end;
    }
  }
}

TEST(PhraseContext, OnlyOr) {
  EXPECT_TRUE(is_only_or(" or "));
  EXPECT_TRUE(is_only_or("ed or the "));
  for (const char* text : {"n/", " / ", " and/or ", " (or ", " oder ", " or is \""}) {
    EXPECT_TRUE(is_only_or(text)) << text;
  }
  for (const char* text : {" ou ", " o ", " oppure ", " or bob ", " or the mailbox of bob's "}) {
    EXPECT_TRUE(is_only_or(text)) << text;
  }
  EXPECT_FALSE(is_only_or(" or a mailbox of bob and eve "));
  EXPECT_FALSE(is_only_or(" or bob, "));
  EXPECT_FALSE(is_only_or(" / bob "));
  EXPECT_FALSE(is_only_or(" order "));
  EXPECT_FALSE(is_only_or(" a "));
  EXPECT_FALSE(is_only_or(", "));
}

TEST(PhraseContext, OrFirst) {
  EXPECT_TRUE(begins_with_or(" or does "));
  EXPECT_TRUE(begins_with_or("led or has been "));
  EXPECT_FALSE(begins_with_or(" ordered "));
  EXPECT_FALSE(begins_with_or(" and or "));
  EXPECT_FALSE(begins_with_or(" or not. It "));
}

}  // namespace
}  // namespace plainbounce
