#include "web/page_words.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "core/knowledge/cause_ids.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {
namespace {

std::multiset<std::string> placeholders(const std::string& text) {
  static const std::regex pattern("\\{[a-z]+\\}");
  return {std::sregex_token_iterator(text.begin(), text.end(), pattern),
          std::sregex_token_iterator()};
}

TEST(PageWords, EachLanguageHasEachWordWithTheSamePlaceholders) {
  const PageWords english("en");
  const PageWords german("de");
  for (const auto& [key, text] : english.all()) {
    SCOPED_TRACE(key);
    const auto found = german.all().find(key);
    ASSERT_NE(found, german.all().end());
    EXPECT_EQ(placeholders(found->second), placeholders(text));
    EXPECT_FALSE(found->second.empty());
  }
  EXPECT_EQ(german.all().size(), english.all().size());
}

TEST(PageWords, EachWordOfTheKnowledgeHasOne) {
  const PageWords words("en");
  const auto knowledge = *load_knowledge("");
  for (const CodeEntry& entry : knowledge->codes()) {
    std::string key = "class_" + entry.class_name;
    for (char& c : key) c = c == ' ' ? '_' : static_cast<char>(std::tolower(c));
    EXPECT_EQ(words.all().count(key), 1U) << key;
  }
  for (const Rule& rule : knowledge->rules()) {
    if (rule.origin_confidence.empty()) continue;
    EXPECT_EQ(words.all().count("origin_" + rule.origin_confidence), 1U) << rule.id;
  }
}

TEST(PageWords, FillsAndFallsBack) {
  const PageWords words("en");
  EXPECT_EQ(words.text("codes_count", {{"count", "3"}}), "3 codes");
  EXPECT_EQ(words.text_of("kind_", "permanent"), "permanent");
  EXPECT_EQ(words.text_of("kind_", "odd"), "odd");
  EXPECT_THROW((void)words.text("no such key"), std::logic_error);
  EXPECT_TRUE(PageWords::has("de"));
  EXPECT_FALSE(PageWords::has("../words/de"));
  EXPECT_THROW(PageWords("xx"), std::logic_error);
}

}  // namespace
}  // namespace plainbounce
