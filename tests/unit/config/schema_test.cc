#include "config/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "tests/support/files.h"

namespace plainbounce {
namespace {

using testing::read_file;
using testing::source_path;

TEST(Schema, TheDefaultFileIsWrittenFromIt) {
  const std::string wanted = default_ini();
  const std::string there = read_file(source_path("config/plainbounce.ini"));
  if (wanted != there) {
    const std::string copy = ::testing::TempDir() + "plainbounce.ini";
    std::ofstream(copy) << wanted;
    std::fprintf(stderr, "config/plainbounce.ini is out of date; what it should be: %s\n",
                 copy.c_str());
  }
  EXPECT_TRUE(there == wanted) << "config/plainbounce.ini is not what the schema says";
}

TEST(Schema, TheDocumentHasEachTable) {
  const std::string document = read_file(source_path("docs/configuration.md"));
  for (const SectionSpec& section : configuration_schema()) {
    SCOPED_TRACE(section.heading());
    const std::string table = markdown_table(section);
    EXPECT_NE(document.find("## " + section.heading() + "\n"), std::string::npos);
    const bool there = document.find("\n\n" + table) != std::string::npos;
    EXPECT_TRUE(there) << "docs/configuration.md lacks this table:\n" << table;
  }
}

TEST(Schema, EachKeyIsWholeAndStandsOnce) {
  for (const SectionSpec& section : configuration_schema()) {
    std::vector<std::string> names;
    for (const KeySpec& key : section.keys) {
      SCOPED_TRACE(section.name + "." + key.name);
      EXPECT_FALSE(key.allowed.empty());
      EXPECT_TRUE(key.documentation.ends_with('.'));
      EXPECT_EQ(std::count(names.begin(), names.end(), key.name), 0);
      names.push_back(key.name);
    }
  }
}

// Every default as it is written is what the program takes when the key is not set.
TEST(Schema, TheWrittenDefaultsAreTheDefaults) {
  std::string text;
  for (const SectionSpec& section : configuration_schema()) {
    if (!section.argument.empty()) continue;
    text += section.heading() + "\n";
    for (const KeySpec& key : section.keys) text += key.name + " = " + key.default_text + "\n";
  }
  const auto set = parse_settings(text, "defaults.ini");
  ASSERT_TRUE(set) << to_string(set.error().front());
  const Settings untouched;
  EXPECT_EQ(set->milter, untouched.milter);
  EXPECT_EQ(set->bounce, untouched.bounce);
  EXPECT_EQ(set->text, untouched.text);
  EXPECT_EQ(set->help, untouched.help);
  EXPECT_EQ(set->site, untouched.site);
  EXPECT_EQ(set->replies, untouched.replies);
  EXPECT_EQ(set->status, untouched.status);
  EXPECT_EQ(set->log, untouched.log);
  EXPECT_EQ(set->knowledge, untouched.knowledge);
  EXPECT_TRUE(set->domains.empty());
}

TEST(Schema, TheDefaultFileSetsNothing) {
  const auto settings = parse_settings(default_ini(), "plainbounce.ini");
  ASSERT_TRUE(settings) << to_string(settings.error().front());
  EXPECT_TRUE(settings->places.empty());
  EXPECT_TRUE(settings->notices.empty());
}

}  // namespace
}  // namespace plainbounce
