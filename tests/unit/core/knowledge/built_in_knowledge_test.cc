#include "core/knowledge/built_in_knowledge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/knowledge/code_pages.h"
#include "core/knowledge/knowledge_loader.h"
#include "core/knowledge/packed_entries.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

using ::testing::ElementsAre;

std::vector<KnowledgeSource> sources_below(const std::vector<std::string>& folders) {
  std::vector<KnowledgeSource> sources;
  for (const std::string& folder : folders) {
    const std::string path = testing::source_path("core/knowledge/" + folder);
    for (const std::string& file : testing::files_below(path, {".toml"})) {
      sources.push_back({file, testing::read_file(file)});
    }
  }
  return sources;
}

std::vector<KnowledgeSource> entry_sources() {
  std::vector<KnowledgeSource> sources = sources_below({"data/codes", "data/providers", "text"});
  for (const char* name : {"data/causes.toml", "data/sources.toml"}) {
    const std::string path = testing::source_path(std::string("core/knowledge/") + name);
    sources.push_back({path, testing::read_file(path)});
  }
  return sources;
}

template <class Entries>
std::string packed(const Entries& entries) {
  Packer packer;
  packer(entries);
  return packer.bytes();
}

TEST(BuiltInKnowledge, IsWhatTheSourcesSay) {
  const auto built_in = load_knowledge("");
  const auto parsed = KnowledgeBase::load(entry_sources());
  ASSERT_TRUE(built_in.has_value() && parsed.has_value());
  EXPECT_EQ(packed((*built_in)->codes()), packed((*parsed)->codes()));
  EXPECT_EQ(packed((*built_in)->rules()), packed((*parsed)->rules()));
  EXPECT_EQ(packed((*built_in)->sources()), packed((*parsed)->sources()));
  EXPECT_EQ((*built_in)->languages(), (*parsed)->languages());
  for (const std::string& language : (*parsed)->languages()) {
    EXPECT_EQ(packed(*(*built_in)->texts(language)), packed(*(*parsed)->texts(language)));
  }
  for (const Rule& rule : (*parsed)->rules()) {
    EXPECT_EQ((*built_in)->find_provider(rule.provider)->hosts,
              (*parsed)->find_provider(rule.provider)->hosts);
  }
}

TEST(BuiltInKnowledge, PagesOfRulesHaveTheirSourcesResolved) {
  const auto loaded = load_knowledge_with({{"own.toml", R"([[provider]]
id = "far"
name = "Far"
[[rule]]
id = "far/full"
provider = "far"
phrases = [["far full"]]
cause = "mailbox-full"
title = "Full"
meaning = "Far is full."
fix = [{ who = "recipient", text = "Make room." }]
sources = ["wiki 3"]
[source.wiki]
name = "Wiki"
url = "https://wiki.example"
)"}});
  ASSERT_TRUE(loaded.has_value());
  const Rule& rule = (*loaded)->rules().back();
  ASSERT_EQ(rule.id, "far/full");
  const PageText page = (*loaded)->page_of(rule);
  EXPECT_EQ(page.meaning, "Far is full.");
  ASSERT_EQ(page.fix.size(), 1U);
  EXPECT_EQ(page.fix.front().text, "Make room.");
  ASSERT_EQ(page.sources.size(), 1U);
  EXPECT_EQ(page.sources.front().name, "Wiki, section 3");
}

TEST(BuiltInKnowledge, AnOverlaysSourceReplacesTheOneThatBuiltInPagesCite) {
  const std::string toml = "[source.rfc3463]\nname = \"Our copy\"\nurl = \"https://rfc.example\"\n";
  const auto loaded = load_knowledge_with({{"own.toml", toml}});
  ASSERT_TRUE(loaded.has_value());
  const auto page = CodePages(**loaded).find("X.2.2");
  ASSERT_TRUE(page.has_value());
  std::vector<std::string> names;
  for (const Source& source : page->entry.page.sources) names.push_back(source.name);
  EXPECT_THAT(names, ::testing::Contains(::testing::StartsWith("Our copy")));
}

TEST(BuiltInKnowledge, AnOverlayHasNoPageFrame) {
  const auto loaded = load_knowledge_with({{"own.toml", "[page_frame]\nclass_4 = \"x\"\n"}});
  ASSERT_FALSE(loaded.has_value());
  std::vector<std::string> findings;
  for (const Error& error : loaded.error()) findings.push_back(to_string(error));
  EXPECT_THAT(findings, ElementsAre(::testing::StartsWith("own.toml:1: unknown key "
                                                          "\"page_frame\"")));
}

TEST(BuiltInKnowledge, AnOverlaysTextsAreComparedWithTheBuiltInOnes) {
  const auto loaded = load_knowledge_with(
      {{"own.toml", "[language]\nid = \"en\"\n[frame]\nno_such_key = \"x\"\nclosing = \"{x}\"\n"}});
  ASSERT_FALSE(loaded.has_value());
  std::vector<std::string> findings;
  for (const Error& error : loaded.error()) {
    if (error.file == "own.toml") findings.push_back(to_string(error));
  }
  EXPECT_THAT(
      findings,
      ElementsAre("own.toml:5: \"closing\": placeholders {x} differ from the English text's none",
                  "own.toml:4: English has no frame key \"no_such_key\""));
}

}  // namespace
}  // namespace plainbounce
