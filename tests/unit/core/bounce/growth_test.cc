#include <gtest/gtest.h>

#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

RawMessage sample() {
  return testing::raw_message(testing::with_crlf(testing::read_file(testing::source_path(
                                  "tests/messages/reports/postfix-user-unknown.eml"))),
                              testing::own_envelope("alice@box.example"));
}

BounceOutcome process(const RawMessage& message, const BouncePolicy& policy) {
  const Limits limits;
  return BounceExplainer(testing::built_in_knowledge(), policy, limits).process(message);
}

TEST(Growth, NothingIsAddedWhereTheMtaCouldRefuseTheSize) {
  const RawMessage message = sample();
  BouncePolicy policy = testing::sample_policy();
  const size_t most = message.bytes.size() + policy.max_added + (64U << 10U);
  policy.mta_size_limit = most;
  EXPECT_TRUE(process(message, policy).changes_anything());
  policy.mta_size_limit = most - 1;
  EXPECT_EQ(process(message, policy).passed, "size limit");
  EXPECT_FALSE(process(message, policy).changes_anything());
  policy.mta_size_limit = 0;
  EXPECT_TRUE(process(message, policy).changes_anything());
}

TEST(Growth, ACutBodyGetsHeadersOnlyWhereTheSizeIsKnown) {
  RawMessage message = sample();
  message.bytes.resize(message.bytes.size() - 500);
  message.body_complete = false;
  BouncePolicy policy = testing::sample_policy();
  EXPECT_EQ(process(message, policy).passed, "size limit");
  message.whole_size = 200000;
  const BounceOutcome known = process(message, policy);
  EXPECT_FALSE(known.new_body.has_value());
  EXPECT_FALSE(known.add.empty());
  EXPECT_EQ(known.verdict.refusal, Refusal::kTooLarge);
  message.whole_size = policy.mta_size_limit;
  EXPECT_EQ(process(message, policy).passed, "size limit");
  message.whole_size.reset();
  policy.mta_size_limit = 0;
  EXPECT_FALSE(process(message, policy).add.empty());
}

// A thousand recipients with long addresses: causes are left out before the body is.
TEST(Growth, HeadersAndBodyTogetherStayBelowTheLimit) {
  RawMessage message = sample();
  const std::string marker = "\r\nFinal-Recipient:";
  const size_t at = message.bytes.find(marker);
  ASSERT_NE(at, std::string::npos);
  std::string more;
  for (int i = 0; i < 1000; ++i) {
    more += "\r\nFinal-Recipient: rfc822; " + std::string(200, '=') + std::to_string(i) +
            "@far.example\r\nAction: failed\r\nStatus: 5.1.1\r\n";
  }
  message.bytes.insert(at, more);
  const BouncePolicy policy = testing::sample_policy();
  const BounceOutcome outcome = process(message, policy);
  ASSERT_FALSE(outcome.add.empty());
  size_t added = 0;
  for (const HeaderValue& header : outcome.add) {
    added += header.name.size() + 2 + header.value.size() + 2;
  }
  EXPECT_LE(added, policy.max_added / 2);
  if (outcome.plan) added += static_cast<size_t>(outcome.plan->growth());
  EXPECT_LE(added, policy.max_added);
}

}  // namespace
}  // namespace plainbounce
