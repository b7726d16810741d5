#include "core/reply/code_pattern.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(CodePattern, WhatIsOne) {
  for (const char* pattern : {"421", "550", "5.7.1", "4.999.0", "X.7.1", "x.7.X", "5.X.X"}) {
    EXPECT_TRUE(is_code_pattern(pattern)) << pattern;
  }
  for (const char* pattern : {"", "250", "354", "600", "55", "5500", "5.7", "5.7.1.1", "2.1.5",
                              "6.1.1", "5.07.1", "5.1000.1", "5..1", "5.7.1 ", "a.b.c", "X"}) {
    EXPECT_FALSE(is_code_pattern(pattern)) << pattern;
  }
}

TEST(CodePattern, NamesTheCodesInFrontOfAReply) {
  struct {
    const char* pattern;
    const char* reply;
    bool expected;
  } const cases[] = {
      {"550", "550 5.7.1 no", true},     {"554", "550 5.7.1 no", false},
      {"5.7.1", "550 5.7.1 no", true},   {"5.7.1", "550-5.7.1 no", true},
      {"5.7.1", "550 5.7.10 no", false}, {"X.7.1", "450 4.7.1 no", true},
      {"X.7.X", "450 4.7.25 no", true},  {"5.7.X", "450 4.7.25 no", false},
      {"X.X.X", "550 no", false},        {"5.7", "550 5.7.1 no", false},
  };
  for (const auto& c : cases) {
    const auto prefix = reply_prefix(c.reply);
    ASSERT_TRUE(prefix) << c.reply;
    EXPECT_EQ(names_code(c.pattern, *prefix), c.expected) << c.pattern << " " << c.reply;
  }
}

}  // namespace
}  // namespace plainbounce
