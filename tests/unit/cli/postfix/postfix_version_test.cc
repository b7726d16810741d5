#include "cli/postfix/postfix_version.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(PostfixVersion, ReleasesAndSnapshotsAreRead) {
  const struct {
    const char* text;
    const char* read;
  } cases[] = {
      {"3.7.11", "3.7.11"},
      {"3.10.0", "3.10.0"},
      {"2.11.3", "2.11.3"},
      {"3.12-20260821", "3.12.0"},
      {"3.9-RC1", "3.9.0"},
      {"", "error: \"\" is no version of Postfix"},
      {"3", "error: \"3\" is no version of Postfix"},
      {"3.x", "error: \"3.x\" is no version of Postfix"},
      {"-3.7.1", "error: \"-3.7.1\" is no version of Postfix"},
      {"3.7.", "error: \"3.7.\" is no version of Postfix"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.text);
    const auto version = parse_postfix_version(one.text);
    EXPECT_EQ(version ? to_string(*version) : "error: " + version.error().message, one.read);
  }
}

TEST(PostfixVersion, NumbersAreComparedAsNumbers) {
  EXPECT_LT((PostfixVersion{3, 4, 0}), (PostfixVersion{3, 10, 0}));
  EXPECT_LT((PostfixVersion{2, 11, 9}), (PostfixVersion{3, 0, 0}));
  EXPECT_EQ((PostfixVersion{3, 7, 11}), (PostfixVersion{3, 7, 11}));
}

}  // namespace
}  // namespace plainbounce
