#include "core/dsn/quoted_reply.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

std::string numbers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "550 Main Street\n\n";
  return text;
}

TEST(QuotesMarkedReply, LooksAtFiftyBareNumbers) {
  const std::string reply = "550 5.1.1 no such user\n";
  EXPECT_TRUE(quotes_marked_reply(reply));
  EXPECT_FALSE(quotes_marked_reply(numbers(60)));
  EXPECT_TRUE(quotes_marked_reply(numbers(49) + reply));
  EXPECT_FALSE(quotes_marked_reply(numbers(50) + reply));
}

}  // namespace
}  // namespace plainbounce
