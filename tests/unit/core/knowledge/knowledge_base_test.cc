#include "core/knowledge/knowledge_base.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/knowledge/cause_ids.h"

namespace plainbounce {
namespace {

using ::testing::ElementsAre;

std::string findings_text(const std::vector<Error>& findings) {
  std::string text;
  for (const Error& finding : findings) text += to_string(finding) + "\n";
  return text;
}

std::shared_ptr<const KnowledgeBase> load_with(const std::string& toml) {
  auto loaded = load_knowledge_with({{"own.toml", toml}});
  EXPECT_TRUE(loaded.has_value()) << (loaded ? "" : findings_text(loaded.error()));
  return loaded ? *loaded : nullptr;
}

TEST(KnowledgeBase, TheBuiltInKnowledgeIsWithoutFindings) {
  const auto loaded = load_knowledge("");
  ASSERT_TRUE(loaded.has_value()) << findings_text(loaded.error());
  for (const std::string_view id : kCauseIds) {
    ASSERT_NE((*loaded)->find_cause(id), nullptr) << id;
    EXPECT_EQ((*loaded)->find_cause(id)->id, id);
  }
}

TEST(KnowledgeBase, ALaterEntryReplacesTheEarlierOne) {
  const auto knowledge = load_with(R"(
[cause.mailbox-full]
kind = "temporary"
actor = "nobody"

[[code]]
code = "5.2.2"
title = "Our own title"
kind = "permanent"
class = "Mailbox"
actor = "recipient"
cause = "mailbox-full"
origin = "standard"
)");
  ASSERT_NE(knowledge, nullptr);
  EXPECT_EQ(knowledge->find_cause("mailbox-full")->kind, Kind::kTemporary);
  EXPECT_EQ(knowledge->find_cause("mailbox-full")->actor, Party::kNobody);
  ASSERT_NE(knowledge->find_code("5.2.2"), nullptr);
  EXPECT_EQ(knowledge->find_code("5.2.2")->title, "Our own title");
}

TEST(KnowledgeBase, AMissingOverlayDirectoryIsNoError) {
  const auto overlay = read_overlay(std::string(PLAINBOUNCE_SOURCE_DIR) + "/no-such-directory");
  ASSERT_TRUE(overlay.has_value());
  EXPECT_TRUE(overlay->empty());
}

TEST(KnowledgeBase, AnOverlayThatIsNoDirectoryIsAnErrorWithItsName) {
  const std::string path = std::string(PLAINBOUNCE_SOURCE_DIR) + "/LICENSE";
  const auto overlay = read_overlay(path);
  ASSERT_FALSE(overlay.has_value());
  EXPECT_EQ(to_string(overlay.error()), path + ": is no directory");
}

}  // namespace
}  // namespace plainbounce
