#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/knowledge/cause_ids.h"
#include "core/knowledge/knowledge_base.h"
#include "core/knowledge/texts_reader.h"
#include "tests/support/language_copy.h"

namespace plainbounce {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A second language that has all that English has, by taking the English file for it.
std::string whole_language() {
  std::string toml = testing::english_texts();
  return toml.replace(toml.find("id = \"en\""), 9, "id = \"xx\"");
}

std::vector<std::string> findings_with(const std::vector<KnowledgeSource>& more) {
  const auto loaded = load_knowledge_with(more);
  std::vector<std::string> texts;
  if (loaded) return texts;
  for (const Error& finding : loaded.error()) texts.push_back(to_string(finding));
  return texts;
}

TEST(Languages, AWholeSecondLanguageIsTaken) {
  const auto loaded = load_knowledge_with({{"xx.toml", whole_language()}});
  ASSERT_TRUE(loaded.has_value());
  EXPECT_THAT((*loaded)->languages(), Contains("xx"));
  ASSERT_NE((*loaded)->texts("xx"), nullptr);
  EXPECT_EQ((*loaded)->texts("xx")->causes.size(), kCauseIds.size());
  EXPECT_EQ((*loaded)->texts("yy"), nullptr);
}

TEST(Languages, MissingCausesKeysAndPlaceholdersAreFound) {
  const auto findings = findings_with({{"xx.toml", whole_language()}, {"xx-own.toml", R"([language]
id = "xx"
[frame]
what_final = "{message} was not delivered because {reason}."
own_key = "x"
[cause.mailbox-full]
title = "Full {count}"
)"}});
  EXPECT_THAT(findings,
              ElementsAre("xx-own.toml:4: \"what_final\": placeholders {message, reason} differ "
                          "from the English text's {message, reason, recipient}",
                          "xx-own.toml:5: English has no frame key \"own_key\"",
                          "xx-own.toml:7: \"title\": placeholders {count} differ from the English "
                          "text's none"));
}

TEST(Languages, ALanguageMustHaveEveryCause) {
  const auto findings = findings_with({{"xx.toml", R"([language]
id = "xx"
name = "Other"
[cause.mailbox-full]
title = "Full"
)"}});
  EXPECT_THAT(findings, Contains("xx.toml: language \"xx\" has no [cause.address-unknown]"));
  EXPECT_THAT(findings, Contains("xx.toml:4: \"line\" is missing"));
  EXPECT_THAT(findings,
              Contains("xx.toml:4: \"reason\" (or \"what_final\", \"what_done\") is missing"));
  EXPECT_THAT(findings, Contains("xx.toml: frame key \"what_final\" is missing, English has it"));
}

TEST(Languages, AnOverlayReplacesSingleSentencesAndKeepsTheRest) {
  const auto before = load_knowledge("");
  const auto after = load_knowledge_with({{"own.toml", R"([language]
id = "en"
[frame]
closing = "Our own closing line."
[cause.mailbox-full]
title = "No room left"
)"}});
  ASSERT_TRUE(before.has_value() && after.has_value());
  const CauseTexts& old_texts = (*before)->texts("en")->causes.at("mailbox-full");
  const CauseTexts& new_texts = (*after)->texts("en")->causes.at("mailbox-full");
  EXPECT_EQ(new_texts.title, "No room left");
  EXPECT_EQ(new_texts.reason, old_texts.reason);
  EXPECT_EQ(new_texts.actions_final, old_texts.actions_final);
  EXPECT_EQ((*after)->texts("en")->frame.at("closing"), "Our own closing line.");
  EXPECT_EQ((*after)->texts("en")->frame.size(), (*before)->texts("en")->frame.size());
}

TEST(Languages, AnOverlaysSlipsInEnglishAreFound) {
  const auto findings = findings_with({{"own.toml", R"([language]
id = "en"
[frame]
outlook_finals = "x"
what_final = "{message} was not delivered because {reason}."
[cause.mailbox-full]
actions_final = ["Ring {recipiant}."]
)"}});
  EXPECT_THAT(findings,
              ElementsAre("own.toml:5: \"what_final\": placeholders {message, reason} differ from "
                          "the English text's {message, reason, recipient}",
                          "own.toml:4: English has no frame key \"outlook_finals\"",
                          "own.toml:7: \"actions_final\": placeholders {recipiant} differ from the "
                          "English text's none"));
}

TEST(Languages, PlaceholdersAreTheNamesInBraces) {
  EXPECT_THAT(placeholders_in("{b} {a} {b}"), ElementsAre("a", "b"));
  EXPECT_THAT(placeholders_in("none } {open"), IsEmpty());
}

}  // namespace
}  // namespace plainbounce
