#include "cli/maillog/reply_diagnoser.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/maillog/followed_log.h"

namespace plainbounce {
namespace {

DeliveryEvent waiting_for(std::string_view reason) {
  DeliveryEvent event;
  event.kind = DeliveryEventKind::kWaiting;
  event.reason = reason;
  return event;
}

TEST(ReplyDiagnoser, RepliesThatAreAlikeAreDiagnosedOnce) {
  ReplyDiagnoser diagnoser(testing::built_in_knowledge());
  for (int i = 0; i < 1000; ++i) {
    const std::string address = "user" + std::to_string(i) + "@far.example";
    const std::string reason = "452 4.2.2 <" + address + ">: Mailbox full, session 9fab12cd34ef" +
                               std::to_string(1000000 + i) + "ab";
    const auto finding = diagnoser.find(waiting_for(reason), address, {});
    EXPECT_EQ(diagnoser.verdicts()[finding->failed].cause, "mailbox-full");
  }
  EXPECT_EQ(diagnoser.diagnosed(), 1U);
  EXPECT_EQ(diagnoser.kept(), 1U);
}

TEST(ReplyDiagnoser, DifferentRepliesDoNotAddUpInMemory) {
  constexpr size_t kMost = 200;
  ReplyDiagnoser diagnoser(testing::built_in_knowledge(), kMost);
  constexpr size_t kCount = 3 * kMost + 50;
  for (size_t i = 0; i < kCount; ++i) {
    std::string word = "word";
    for (size_t left = i; left > 0; left /= 20) word += static_cast<char>('a' + left % 20);
    diagnoser.find(waiting_for("450 " + word), "bob@far.example", {});
    ASSERT_LE(diagnoser.kept(), kMost);
  }
  EXPECT_EQ(diagnoser.diagnosed(), kCount);
  EXPECT_LT(diagnoser.verdicts().size(), 10U);
}

TEST(ReplyDiagnoser, WhoActsMayDependOnWhetherAttemptsGoOn) {
  ReplyDiagnoser diagnoser(testing::built_in_knowledge());
  const auto finding =
      diagnoser.find(waiting_for("450 4.7.1 Greylisted, try again later"), "bob@far.example", {});
  EXPECT_EQ(diagnoser.verdicts()[finding->waiting].cause, "greylisted");
  EXPECT_EQ(diagnoser.verdicts()[finding->waiting].actor, Party::kNobody);
  EXPECT_NE(diagnoser.verdicts()[finding->failed].actor, Party::kNobody);
}

TEST(ReplyDiagnoser, WhatAClientWroteIsNoReasonToRefuseIt) {
  ReplyDiagnoser diagnoser(testing::built_in_knowledge());
  DeliveryEvent event;
  event.kind = DeliveryEventKind::kRefused;
  event.reason =
      "550 5.1.1 <spam-virus-blocked@near.example>: Recipient address rejected: User unknown";
  const auto finding = diagnoser.find(event, "spam-virus-blocked@near.example", {});
  EXPECT_EQ(diagnoser.verdicts()[finding->failed].cause, "address-unknown");
}

}  // namespace
}  // namespace plainbounce
