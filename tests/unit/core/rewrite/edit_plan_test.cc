#include "core/rewrite/edit_plan.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

EditPlan plan_of(std::vector<Edit> edits) {
  EditPlan plan;
  plan.edits = std::move(edits);
  return plan;
}

TEST(EditPlan, ApplyUndoAndGrowth) {
  struct Case {
    const char* label;
    EditPlan plan;
    const char* edited;
    long long growth;
  };
  const Case cases[] = {
      {"nothing", plan_of({}), "0123456789", 0},
      {"insertion at the start", plan_of({{{0, 0}, "ab"}}), "ab0123456789", 2},
      {"insertion at the end", plan_of({{{10, 10}, "ab"}}), "0123456789ab", 2},
      {"two insertions", plan_of({{{3, 3}, "ab"}, {{7, 7}, "c"}}), "012ab3456c789", 3},
      {"two at one place", plan_of({{{3, 3}, "ab"}, {{3, 3}, "c"}}), "012abc3456789", 3},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(plainbounce::apply("0123456789", c.plan), c.edited) << c.label;
    EXPECT_EQ(undo(c.edited, c.plan), "0123456789") << c.label;
    EXPECT_EQ(c.plan.growth(), c.growth) << c.label;
  }
}

TEST(EditPlan, Replacement) {
  const EditPlan plan = plan_of({{{2, 5}, "ab"}});
  EXPECT_EQ(plainbounce::apply("0123456789", plan), "01ab56789");
  EXPECT_EQ(plan.growth(), -1);
}

}  // namespace
}  // namespace plainbounce
