#include "cli/maillog/tally.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(Tally, GroupsAreSortedBySizeAndRememberWhenTheyWereSeen) {
  Tally tally;
  const ReplyFinding finding{0, 1, "5.1.1", "", "far.example", "550 no", "mx.far.example"};
  tally.add(DeliveryState::kFailed, 1, {finding, "4A", "a.example", 50, 60, true});
  tally.add(DeliveryState::kFailed, 2, {finding, "4B", "b.example", 10, 20, false});
  tally.add(DeliveryState::kFailed, 2, {finding, "4B", "c.example", 5, 15, false});
  tally.add(DeliveryState::kFailed, 2, {finding, "4C", "c.example", {}, {}, false});
  tally.add(DeliveryState::kWaiting, 2, {finding, "", "", 1, 2, false});
  EXPECT_EQ(tally.count(DeliveryState::kFailed), 4U);
  EXPECT_EQ(tally.count(DeliveryState::kWaiting), 1U);
  EXPECT_EQ(tally.gave_up(), 1U);
  const auto groups = tally.groups(DeliveryState::kFailed);
  ASSERT_EQ(groups.size(), 2U);
  const DeliveryGroup& first = *groups[0];
  EXPECT_EQ(first.count, 3U);
  EXPECT_EQ(first.first, 5);
  EXPECT_EQ(first.last, 20);
  EXPECT_EQ(first.ids, (std::vector<std::string>{"4B", "4C"}));
  EXPECT_EQ(first.domains_by_count(),
            (std::vector<std::pair<std::string, size_t>>{{"c.example", 2}, {"b.example", 1}}));
  EXPECT_EQ(first.example.domain, "far.example");
  EXPECT_EQ(first.example_id, "4B");
  EXPECT_EQ(tally.groups(DeliveryState::kWaiting)[0]->ids.size(), 0U);
}

TEST(Tally, AnIdIsNamedOnceHoweverTheRecipientsOfMessagesAlternate) {
  Tally tally;
  const ReplyFinding finding{0, 1, "5.1.1", "", "far.example", "550 no", "mx.far.example"};
  const auto add = [&](const std::string& id) {
    tally.add(DeliveryState::kFailed, 1, {finding, id, "a.example", 50, 60, false});
  };
  for (const char* id : {"4AAAA1", "4BBBB2", "4AAAA1", "4BBBB2"}) add(id);
  const DeliveryGroup& group = *tally.groups(DeliveryState::kFailed)[0];
  EXPECT_EQ(group.count, 4U);
  EXPECT_EQ(group.ids, (std::vector<std::string>{"4AAAA1", "4BBBB2"}));
  EXPECT_EQ(group.more_ids, 0U);
  // Nor does one of those that are kept count among those that are left out.
  for (size_t i = group.ids.size(); i < DeliveryGroup::kMostIds; ++i) add(std::to_string(i));
  for (const char* id : {"4CCCC3", "4AAAA1", "4DDDD4", "4BBBB2"}) add(id);
  EXPECT_EQ(group.ids.size(), DeliveryGroup::kMostIds);
  EXPECT_EQ(group.known_ids.size(), DeliveryGroup::kMostIds);
  EXPECT_EQ(group.more_ids, 2U);
}

}  // namespace
}  // namespace plainbounce
