#include "web/site_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace plainbounce {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

std::shared_ptr<const KnowledgeBase> knowledge_of_labels() {
  std::string toml = "[[provider]]\nid = \"p\"\nname = \"P\"\n";
  int number = 0;
  for (const char* label : {"5.1.1", "5.1.1", "IB504/510", "IB504 510", "(BL)", ""}) {
    const std::string id = "p/rule-" + std::to_string(++number);
    toml += "[[rule]]\nid = \"" + id + "\"\nprovider = \"p\"\ncode = \"" + label +
            "\"\nphrases = [[\"phrase " + std::to_string(number) +
            "\"]]\ncause = \"mailbox-full\"\ntitle = \"T\"\nexamples = [\"550 phrase " +
            std::to_string(number) + "\"]\nmeaning = \"m\"\norigin_confidence = \"sample\"\n";
  }
  auto loaded = load_knowledge_with({{"labels.toml", toml}});
  if (!loaded) ADD_FAILURE() << to_string(loaded.error().front());
  return loaded ? *loaded : nullptr;
}

TEST(SiteMap, RulesOfOneLabelShareAPage) {
  const auto knowledge = knowledge_of_labels();
  ASSERT_NE(knowledge, nullptr);
  const SiteMap map(*knowledge);
  const ProviderPages* provider = map.find_provider("P");
  ASSERT_NE(provider, nullptr);
  std::vector<std::string> slugs;
  for (const RuleGroup& group : provider->groups) slugs.push_back(group.slug);
  EXPECT_THAT(slugs, ElementsAre("5.1.1", "IB504-510", "rule-4", "BL", "rule-6"));
  EXPECT_EQ(provider->groups.front().rules.size(), 2U);
  EXPECT_EQ(map.group_of("p/rule-2"), &provider->groups.front());
  EXPECT_EQ(map.group_of("p/none"), nullptr);
  const RuleGroup& first = provider->groups.front();
  EXPECT_EQ(rule_path(first, *first.rules[1]), "/providers/p/5.1.1#rule-2");
  EXPECT_EQ(rule_path(provider->groups[1], *provider->groups[1].rules[0]),
            "/providers/p/IB504-510");
}

TEST(SiteMap, EveryAddressStandsOnceAndNeedsNoEscape) {
  const auto knowledge = *load_knowledge("");
  std::set<std::string> seen;
  for (const std::string& path : SiteMap(*knowledge).paths()) {
    EXPECT_TRUE(seen.insert(path).second) << path;
    EXPECT_EQ(path.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                     "0123456789-._/"),
              std::string::npos)
        << path;
  }
}

TEST(SiteMap, KnowsWhatLiesBelowACode) {
  const auto knowledge = *load_knowledge("");
  const SiteMap map(*knowledge);
  EXPECT_THAT(map.codes_below("4.X.X"), Contains("4.3.X"));
  EXPECT_THAT(map.codes_below("4.3.X"), Contains("4.3.1"));
  EXPECT_THAT(map.codes_below("X.3.X"), Contains("X.3.1"));
  EXPECT_THAT(map.codes_below("X.3.X"), Contains("4.3.X"));
  EXPECT_THAT(map.codes_below("X.3.1"), Contains("4.3.1"));
  EXPECT_TRUE(map.codes_below("4.3.1").empty());
  EXPECT_TRUE(map.codes_below("452").empty());
}

}  // namespace
}  // namespace plainbounce
