#include "core/knowledge/code_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "tests/support/page_steps.h"
#include "tests/support/sentences.h"

namespace plainbounce {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::sentences_of;
using ::testing::StartsWith;
using testing::tells_who_acts;

const KnowledgeBase& knowledge() {
  static const auto loaded = load_knowledge("");
  return **loaded;
}

const std::vector<CodePage>& all_pages() {
  static const std::vector<CodePage> pages = [] {
    std::vector<CodePage> out;
    const CodePages source(knowledge());
    for (const CodeEntry& entry : knowledge().codes()) out.push_back(source.page_of(entry));
    return out;
  }();
  return pages;
}

CodePage page_of(const std::string& asked) {
  const auto page = CodePages(knowledge()).find(asked);
  EXPECT_TRUE(page) << asked;
  return page.value_or(CodePage{});
}

std::string whole_meaning(const PageText& page) {
  return page.meaning + (page.class_text.empty() ? "" : " " + page.class_text);
}

// What a page lacks; nothing when it is complete.
std::vector<std::string> lacks(const CodePage& page) {
  const PageText& text = page.entry.page;
  std::vector<std::string> out;
  const auto demand = [&out](bool holds, const std::string& what) {
    if (!holds) out.push_back(what);
  };
  demand(sentences_of(text.answer).size() == 1, "an answer of one sentence");
  demand(!text.server_text.empty(), "what servers say");
  const bool is_class_code = page.entry.code.find('X') == std::string::npos;
  demand(!is_class_code || text.server_text.find(page.entry.code) != std::string::npos ||
             page.entry.origin == "folk",
         "its code in what servers say: " + text.server_text);
  const size_t sentences = sentences_of(whole_meaning(text)).size();
  demand(sentences >= 2 && sentences <= 5,
         "2 to 5 sentences of meaning, not " + std::to_string(sentences));
  demand(text.causes.size() >= 2 && text.causes.size() <= 5, "2 to 5 causes");
  demand(!text.fix.empty(), "a fix");
  demand(tells_who_acts(text, page.entry.actor), "a step for who has to act");
  demand(!text.related.empty(), "related codes");
  demand(!text.sources.empty(), "sources");
  demand(page.family.empty() || !text.class_text.empty(), "what the class changes");
  static const std::regex date(R"(\d{4}-\d{2}-\d{2})");
  for (const Source& source : text.sources) {
    demand(!source.name.empty() && !source.url.empty() && std::regex_match(source.checked, date),
           "name, address or date of a source");
  }
  return out;
}

TEST(CodePages, AreComplete) {
  EXPECT_EQ(all_pages().size(), 336U);
  for (const CodePage& page : all_pages()) {
    for (const std::string& what : lacks(page))
      ADD_FAILURE() << page.entry.code << " lacks " << what;
  }
}

TEST(CodePages, NameRelatedCodesThatExistAndNotThemselves) {
  for (const CodePage& page : all_pages()) {
    std::set<std::string> seen;
    for (const RelatedCode& related : page.entry.page.related) {
      EXPECT_NE(knowledge().find_code(related.code), nullptr)
          << page.entry.code << " names " << related.code;
      EXPECT_NE(related.code, page.entry.code);
      EXPECT_TRUE(seen.insert(related.code).second)
          << page.entry.code << " names " << related.code << " twice";
      EXPECT_THAT(related.why, ::testing::Not(IsEmpty()));
    }
  }
}

TEST(CodePages, CiteOnlyTheCheckedList) {
  for (const CodePage& page : all_pages()) {
    for (const Source& source : page.entry.page.sources) {
      EXPECT_THAT(source.reference, IsEmpty()) << page.entry.code;
      const bool listed = std::any_of(knowledge().sources().begin(), knowledge().sources().end(),
                                      [&source](const auto& known) {
                                        return source.name.starts_with(known.second.name) &&
                                               source.url.starts_with(known.second.url) &&
                                               source.checked == known.second.checked;
                                      });
      EXPECT_TRUE(listed) << page.entry.code << " cites " << source.name;
    }
  }
}

// Classes of one family share their family's text on purpose; nobody else shares more than two
// sentences.
TEST(CodePages, AreWrittenEachForItself) {
  std::map<std::string, std::vector<std::string>> users;
  for (const CodePage& page : all_pages()) {
    if (!page.family.empty()) continue;
    const PageText& text = page.entry.page;
    std::vector<std::string> sentences = sentences_of(text.answer + " " + text.meaning);
    for (const std::string& cause : text.causes) sentences.push_back(cause);
    for (const RelatedCode& related : text.related) sentences.push_back(related.why);
    for (const FixStep& step : text.fix) {
      for (std::string& sentence : sentences_of(step.text)) sentences.push_back(sentence);
    }
    std::sort(sentences.begin(), sentences.end());
    sentences.erase(std::unique(sentences.begin(), sentences.end()), sentences.end());
    for (const std::string& sentence : sentences) users[sentence].push_back(page.entry.code);
  }
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> shared;
  for (const auto& [sentence, codes] : users) {
    EXPECT_LE(codes.size(), 2U) << "\"" << sentence << "\" stands on " << codes.size() << " pages";
    for (size_t i = 0; i < codes.size(); ++i) {
      for (size_t j = i + 1; j < codes.size(); ++j)
        shared[{codes[i], codes[j]}].push_back(sentence);
    }
  }
  for (const auto& [pair, sentences] : shared) {
    EXPECT_LE(sentences.size(), 2U)
        << pair.first << " and " << pair.second << " share " << sentences.front();
  }
}

TEST(CodePages, OfAFullMailSystem) {
  const PageText text = page_of("4.3.1").entry.page;
  EXPECT_THAT(text.answer, HasSubstr("not about one mailbox"));
  EXPECT_THAT(text.server_text, StartsWith("452 4.3.1"));
  EXPECT_THAT(text.meaning, HasSubstr("452"));
  EXPECT_THAT(text.meaning, HasSubstr("other resources"));
  EXPECT_THAT(text.class_text, HasSubstr("tries again by itself"));
  EXPECT_THAT(text.class_text, HasSubstr("outlasts"));
}

TEST(CodePages, OfOneClassHaveTheFamilysTextAndSayWhatTheClassChanges) {
  const CodePage family = page_of("X.3.5");
  EXPECT_THAT(family.family, IsEmpty());
  EXPECT_THAT(family.entry.page.class_text, IsEmpty());
  const struct {
    const char* code;
    const char* says;
  } cases[] = {
      {"4.3.5", "As 4.3.5 it is temporary"},
      {"5.3.5", "As 5.3.5 it is permanent"},
      {"2.3.6", "As 2.3.6 it reports a success"},
      {"4.3.6", "The standard does not foresee X.3.6 in class 4"},
      {"5.3.6", "The standard does not foresee X.3.6 in class 5"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.code);
    const CodePage page = page_of(test.code);
    EXPECT_EQ(page.family, "X" + std::string(test.code).substr(1));
    EXPECT_THAT(page.entry.page.class_text, StartsWith(test.says));
    EXPECT_THAT(page.substitute, IsEmpty());
  }
  EXPECT_EQ(page_of("5.3.5").entry.page.meaning, family.entry.page.meaning);
  EXPECT_THAT(page_of("5.3.5").entry.page.server_text, HasSubstr("5.3.5"));
}

TEST(CodePages, OfAClassThatTheStandardDoesNotAllowSaySo) {
  static const std::regex says("foresee|temporary only|permanent failures only|permanent only");
  for (const CodePage& page : all_pages()) {
    if (page.entry.class_allowed) continue;
    EXPECT_TRUE(std::regex_search(page.entry.page.class_text, says))
        << page.entry.code << ": " << page.entry.page.class_text;
  }
}

TEST(CodePages, OfUnregisteredNumbersAreThoseOfTheirParents) {
  const struct {
    const char* asked;
    const char* code;
    std::optional<Kind> kind;
    const char* substitute;
  } cases[] = {
      {"4.3.1", "4.3.1", Kind::kTemporary, ""},
      {"452", "452", Kind::kTemporary, ""},
      {"x.3.1", "X.3.1", std::nullopt, ""},
      {"X.3.X", "X.3.X", std::nullopt, ""},
      {"4.3.X", "4.3.X", Kind::kTemporary, ""},
      {"5.3.x", "5.3.X", Kind::kPermanent, ""},
      {"4.X.X", "4.X.X", Kind::kTemporary, ""},
      {"2.2.2", "2.2.2", Kind::kSuccess, "2.2.2 is not registered. This is what its family X.2.2"},
      {"5.7.999", "5.7.X", Kind::kPermanent,
       "5.7.999 is not registered. This is what its subject X.7.X"},
      {"X.7.999", "X.7.X", std::nullopt, "X.7.999 is not registered. This is what its subject"},
      {"5.9.1", "5.X.X", Kind::kPermanent,
       "5.9.1 is not registered, nor is its subject. This is what its class 5.X.X"},
      {"5.9.X", "5.X.X", Kind::kPermanent, "5.9.X is not registered"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.asked);
    const CodePage page = page_of(test.asked);
    EXPECT_EQ(page.entry.code, test.code);
    EXPECT_EQ(page.entry.kind, test.kind);
    EXPECT_FALSE(page.entry.title.empty());
    EXPECT_THAT(page.substitute, StartsWith(test.substitute));
    EXPECT_EQ(page.substitute.empty(), std::string_view(test.substitute).empty());
  }
  for (const char* unknown : {"9.9.9", "600", "599", "3.1.1", "X.9.1", "5.7", "", "hello"}) {
    EXPECT_FALSE(CodePages(knowledge()).find(unknown)) << unknown;
  }
}

TEST(CodePages, TakeWhatAnOverlayKnowsFirst) {
  const auto loaded =
      load_knowledge_with({{"mine.toml",
                            "[source.wiki]\nname = \"Our wiki\"\nurl = \"https://wiki.example\"\n"
                            "checked = \"2026-11-01\"\n"
                            "[[page]]\ncode = \"4.3.1\"\nmeaning = \"Our disk is full.\"\n"
                            "sources = [\"wiki 7\", {name = \"A note\"}]\n"
                            "[[page]]\ncode = \"X.3.5\"\nanswer = \"Ask Bob.\"\n"}});
  ASSERT_TRUE(loaded.has_value()) << to_string(loaded.error().front());
  const CodePages pages(**loaded);
  const PageText own = pages.find("4.3.1").value().entry.page;
  EXPECT_EQ(own.meaning, "Our disk is full.");
  ASSERT_EQ(own.sources.size(), 2U);
  EXPECT_EQ(own.sources[0].name, "Our wiki, section 7");
  EXPECT_EQ(own.sources[0].url, "https://wiki.example#section-7");
  EXPECT_EQ(own.sources[1].name, "A note");
  EXPECT_EQ(own.server_text, page_of("4.3.1").entry.page.server_text);
  EXPECT_EQ(pages.find("5.3.5").value().entry.page.answer, "Ask Bob.");
}

TEST(CodePages, OfAnOverlayMustBelongToACodeAndCiteKnownSources) {
  const auto loaded = load_knowledge_with(
      {{"mine.toml",
        "[[page]]\ncode = \"5.9.9\"\nsources = [\"rfc1\"]\n"
        "[[page]]\ncode = \"4.3.1\"\nrelated = [{code = \"4.9.9\", why = \"x\"}]\n"
        "fix = [{who = \"bob\", text = \"x\"}]\nmeanin = \"x\"\n"}});
  ASSERT_FALSE(loaded.has_value());
  std::vector<std::string> findings;
  for (const Error& error : loaded.error()) findings.push_back(to_string(error));
  EXPECT_THAT(findings,
              ::testing::UnorderedElementsAre(
                  "mine.toml:1: there is no code \"5.9.9\" that this page could belong to",
                  "mine.toml:1: source \"rfc1\" is not among [source]",
                  "mine.toml:4: related code \"4.9.9\" does not exist",
                  HasSubstr("mine.toml:7: unknown who \"bob\""),
                  HasSubstr("mine.toml:8: unknown key \"meanin\"; did you mean \"meaning\"?")));
}

}  // namespace
}  // namespace plainbounce
