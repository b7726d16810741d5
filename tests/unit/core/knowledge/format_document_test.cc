#include <gtest/gtest.h>

#include "core/knowledge/knowledge_base.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

// The ```toml blocks of the document, in order.
std::vector<KnowledgeSource> examples_in_document() {
  const std::string text = testing::read_file(testing::source_path("docs/knowledge-format.md"));
  const std::string open = "```toml\n";
  std::vector<KnowledgeSource> sources;
  for (size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    const size_t end = text.find("```", at);
    sources.push_back({"example " + std::to_string(sources.size() + 1), text.substr(at, end - at)});
    at = end;
  }
  return sources;
}

TEST(FormatDocument, ItsExamplesLoadAndTheirRulesWin) {
  const std::vector<KnowledgeSource> examples = examples_in_document();
  ASSERT_EQ(examples.size(), 3U);
  const auto loaded = load_knowledge_with(examples);
  std::string findings;
  if (!loaded) {
    for (const Error& finding : loaded.error()) findings += to_string(finding) + "\n";
  }
  ASSERT_TRUE(loaded.has_value()) << findings;
  size_t tried = 0;
  for (const Rule& rule : (*loaded)->rules()) {
    if (rule.provider != "parent") continue;
    for (const std::string& example : rule.examples) {
      const SmtpReply reply = parse_smtp_reply(example);
      const auto matches = (*loaded)->matcher().match({&reply, reply.host, "smtp"}).best_first;
      ASSERT_FALSE(matches.empty()) << example;
      EXPECT_EQ(matches.front().rule->id, rule.id) << example;
      ++tried;
    }
  }
  EXPECT_EQ(tried, 2U);
}

}  // namespace
}  // namespace plainbounce
