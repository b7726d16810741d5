#include "core/knowledge/alternatives.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

TextStretch stretch(const std::string& text, const std::string& first, const std::string& last) {
  const auto begin = static_cast<uint32_t>(text.find(first));
  const auto last_begin = static_cast<uint32_t>(text.find(last, begin));
  return {begin, last_begin, last_begin + static_cast<uint32_t>(last.size())};
}

// Whether "unknown" on one side and "mailbox ... full" on the other are the sides of an "or".
bool are_there(const std::string& text) {
  Alternatives alternatives(text, std::pmr::get_default_resource());
  alternatives.add_one(stretch(text, "unknown", "unknown"));
  alternatives.add_other(stretch(text, "mailbox", "full"));
  Alternatives swapped(text, std::pmr::get_default_resource());
  swapped.add_other(stretch(text, "unknown", "unknown"));
  swapped.add_one(stretch(text, "mailbox", "full"));
  EXPECT_EQ(alternatives.are_there(), swapped.are_there()) << text;
  return alternatives.are_there();
}

TEST(Alternatives, StandOnBothSidesOfAnOr) {
  const struct {
    const char* text;
    bool are;
  } cases[] = {
      {"unknown or mailbox full", true},       {"mailbox is full or unknown", true},
      {"unknown oder mailbox full", true},     {"unknown o mailbox full", true},
      {"unknown/mailbox full", true},          {"unknown (and/or the mailbox full", true},
      {"unknown, mailbox full", false},        {"unknown over mailbox full", false},
      {"unknown orders mailbox full", false},  {"unknown and mailbox full", false},
      {"mailbox is full. or: unknown", false}, {"mailbox unknown or full", true},
      {"mailbox unknown, full", false},
  };
  for (const auto& c : cases) EXPECT_EQ(are_there(c.text), c.are) << c.text;
}

TEST(Alternatives, AreNotFarApart) {
  EXPECT_FALSE(are_there("unknown or " + std::string(200, '-') + " mailbox full"));
}

}  // namespace
}  // namespace plainbounce
