#include "milter/line_limit.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

class LineLimitTest : public ::testing::Test {
 protected:
  uint64_t counted(LineKind kind) {
    return figures.held_back_lines.get(
        figures.held_back_lines.labels().index_of(kLineKinds[static_cast<size_t>(kind)]));
  }
  Figures figures{*testing::make_snapshot()->knowledge};
  LineLimit limit{figures};
};

TEST_F(LineLimitTest, SoManyWithinAMinuteAndAgainInTheNext) {
  for (const int64_t minute : {0, 1, 2, 100}) {
    for (int line = 0; line < 5; ++line) {
      EXPECT_EQ(limit.allows(LineKind::kRejected, 3, minute * 60 + line), line < 3) << minute;
    }
  }
  EXPECT_EQ(counted(LineKind::kRejected), 8U);
  EXPECT_EQ(limit.take_sums(), "log lines held back: rejected=8");
  EXPECT_EQ(limit.take_sums(), "");
  EXPECT_EQ(counted(LineKind::kRejected), 8U);
}

TEST_F(LineLimitTest, EachKindHasItsOwnShare) {
  EXPECT_TRUE(limit.allows(LineKind::kRejected, 1, 0));
  EXPECT_FALSE(limit.allows(LineKind::kRejected, 1, 0));
  EXPECT_TRUE(limit.allows(LineKind::kElsewhere, 1, 0));
  EXPECT_TRUE(limit.allows(LineKind::kTrouble, 1, 0));
  EXPECT_FALSE(limit.allows(LineKind::kTrouble, 1, 0));
  EXPECT_FALSE(limit.allows(LineKind::kTrouble, 1, 0));
  EXPECT_EQ(limit.take_sums(), "log lines held back: rejected=1 trouble=2");
}

TEST_F(LineLimitTest, NoLimitHoldsNothingBack) {
  for (int line = 0; line < 10000; ++line) ASSERT_TRUE(limit.allows(LineKind::kTrouble, 0, 0));
  EXPECT_EQ(limit.take_sums(), "");
}

TEST_F(LineLimitTest, ALimitThatShrinksHoldsAtOnce) {
  for (int line = 0; line < 5; ++line) EXPECT_TRUE(limit.allows(LineKind::kTrouble, 10, 0));
  EXPECT_FALSE(limit.allows(LineKind::kTrouble, 5, 0));
}

TEST_F(LineLimitTest, ThreadsShareTheLimitAndLoseNoCount) {
  std::atomic<size_t> written = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int line = 0; line < 1000; ++line) {
        if (limit.allows(LineKind::kElsewhere, 250, 60)) ++written;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(written, 250U);
  EXPECT_EQ(limit.take_sums(), "log lines held back: elsewhere=3750");
}

}  // namespace
}  // namespace plainbounce
