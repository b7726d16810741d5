#include "core/rewrite/boundary.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(Boundary, SameTextsGiveSameValues) {
  const auto first = make_boundaries({"message", "text"}, 2);
  const auto second = make_boundaries({"message", "text"}, 2);
  const auto other = make_boundaries({"message", "texts"}, 2);
  ASSERT_TRUE(first && second && other);
  EXPECT_EQ(*first, *second);
  EXPECT_NE(first->front(), other->front());
  EXPECT_NE(first->front(), first->back());
  EXPECT_EQ(first->front().find(first->back()), std::string::npos);
  EXPECT_LE(first->front().size(), 70U);
}

// A value that depends on the texts cannot easily be put into them; so the stem is.
TEST(Boundary, ValuesThatOccurAreNotTaken) {
  const auto first = make_boundaries({"message"}, 1);
  ASSERT_TRUE(first);
  std::string taken = "message";
  for (int i = 0; i < 5; ++i) {
    const auto next = make_boundaries({taken}, 1);
    ASSERT_TRUE(next);
    EXPECT_EQ(taken.find(next->front()), std::string::npos);
    taken += "\r\n--" + next->front() + "--";
  }
}

}  // namespace
}  // namespace plainbounce
