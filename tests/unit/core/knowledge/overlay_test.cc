#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/knowledge/knowledge_base.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class Overlay : public ::testing::Test {
 protected:
  Overlay() : directory_(made_directory()) {}
  ~Overlay() override { fs::remove_all(directory_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string path(const std::string& name = {}) const {
    return name.empty() ? directory_.string() : (directory_ / name).string();
  }

 private:
  static fs::path made_directory() {
    std::string name = ::testing::TempDir() + "plainbounce-overlay-XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    return name;
  }
  fs::path directory_;
};

TEST_F(Overlay, TakesItsTomlFilesInNameOrder) {
  write("20-b.toml", "# b");
  write("10-a.toml", "");
  write("notes.txt", "not TOML at all [");
  const auto sources = read_overlay(path());
  ASSERT_TRUE(sources.has_value());
  std::vector<std::string> found;
  for (const KnowledgeSource& source : *sources) found.push_back(source.name + "=" + source.toml);
  EXPECT_THAT(found, ElementsAre(path("10-a.toml") + "=", path("20-b.toml") + "=# b"));
}

TEST_F(Overlay, LaterFilesWinAndFindingsNameTheFile) {
  const std::string provider = "[[provider]]\nid = \"far\"\nname = ";
  write("1.toml", provider + "\"One\"\n");
  write("2.toml", provider + "\"Two\"\n");
  const auto loaded = load_knowledge(path());
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ((*loaded)->find_provider("far")->name, "Two");

  write("3.toml", provider + "3\n");
  const auto failed = load_knowledge(path());
  ASSERT_FALSE(failed.has_value());
  ASSERT_EQ(failed.error().size(), 1U);
  EXPECT_EQ(to_string(failed.error().front()), path("3.toml") + ":3: \"name\" must be a string");
}

TEST_F(Overlay, AFileThatCannotBeReadIsAnErrorWithItsName) {
  fs::create_directory(path("folder.toml"));
  const auto loaded = load_knowledge(path());
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(to_string(loaded.error().front()),
            path("folder.toml") + ": cannot be read: Is a directory");
}

TEST_F(Overlay, OwnRulesComeBesideTheBuiltInOnes) {
  write("own.toml", R"([[provider]]
id = "far"
name = "Far"
hosts = ["far.example"]

[[rule]]
id = "far/closed"
provider = "far"
phrases = [["closed for the summer"]]
priority = 1
cause = "mailbox-disabled"
title = "Closed for the summer"
examples = ["550 Closed for the summer"]
)");
  const auto loaded = load_knowledge(path());
  ASSERT_TRUE(loaded.has_value());
  const SmtpReply reply = parse_smtp_reply("550 Mailbox closed for the summer");
  const auto matches = (*loaded)->matcher().match({&reply, "mx.far.example", "smtp"}).best_first;
  ASSERT_FALSE(matches.empty());
  EXPECT_EQ(matches.front().rule->id, "far/closed");
  EXPECT_TRUE(matches.front().by_host);
}

}  // namespace
}  // namespace plainbounce
