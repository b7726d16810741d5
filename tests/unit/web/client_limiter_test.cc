#include "web/client_limiter.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using std::chrono::seconds;
const ClientLimiter::Time kStart{};

TEST(ClientLimiter, ABurstThenByTheMinute) {
  ClientLimiter limiter({30, 3, 10});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(limiter.take("a", kStart), seconds(0));
  EXPECT_EQ(limiter.take("a", kStart), seconds(2));
  EXPECT_EQ(limiter.take("b", kStart), seconds(0)) << "another client's bucket is full";
  EXPECT_EQ(limiter.take("a", kStart + seconds(1)), seconds(1));
  EXPECT_EQ(limiter.take("a", kStart + seconds(2)), seconds(0));
  EXPECT_EQ(limiter.take("a", kStart + seconds(2)), seconds(2));
}

TEST(ClientLimiter, ABucketNeverHoldsMoreThanTheBurst) {
  ClientLimiter limiter({60, 2, 10});
  EXPECT_EQ(limiter.take("a", kStart), seconds(0));
  const auto later = kStart + std::chrono::hours(5);
  EXPECT_EQ(limiter.take("a", later), seconds(0));
  EXPECT_EQ(limiter.take("a", later), seconds(0));
  EXPECT_EQ(limiter.take("a", later), seconds(1));
  EXPECT_EQ(limiter.take("a", kStart), seconds(1)) << "a clock that goes back gives nothing";
}

TEST(ClientLimiter, RemembersSoManyClientsOnly) {
  ClientLimiter limiter({1, 1, 3});
  for (const char* client : {"a", "b", "c"}) EXPECT_EQ(limiter.take(client, kStart), seconds(0));
  EXPECT_EQ(limiter.take("a", kStart), seconds(60));  // asked last now
  EXPECT_EQ(limiter.take("d", kStart), seconds(0));   // "b" is forgotten
  EXPECT_EQ(limiter.clients(), 3U);
  EXPECT_EQ(limiter.take("a", kStart), seconds(60));
  EXPECT_EQ(limiter.take("b", kStart), seconds(0));
  EXPECT_EQ(limiter.clients(), 3U);
}

}  // namespace
}  // namespace plainbounce
