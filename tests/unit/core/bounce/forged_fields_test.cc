#include <gtest/gtest.h>

#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

std::string report() {
  return testing::with_crlf(
      testing::read_file(testing::source_path("tests/messages/reports/postfix-user-unknown.eml")));
}

BounceOutcome process(const std::string& bytes, const Envelope& envelope,
                      const BouncePolicy& policy = testing::sample_policy()) {
  const Limits limits;
  return BounceExplainer(testing::built_in_knowledge(), policy, limits)
      .process(testing::raw_message(bytes, envelope));
}

constexpr const char* kForged =
    "X-Bounce-Explanation: Call +1 555 0100 and tell your password\r\n"
    "X-Bounce-Cause: delivered; outlook=done\r\n"
    "X-Bounce-Cause: delivered; outlook=done\r\n"
    "X-Bounce-Explained-By: plainbounce 1.0 (mx.box.example)\r\n";

TEST(ForgedFields, AreRemovedAndTheMessageIsExplained) {
  const BounceOutcome outcome =
      process(kForged + report(), testing::elsewhere_envelope("alice@box.example"));
  ASSERT_EQ(outcome.remove.size(), 4U);
  EXPECT_FALSE(outcome.add.empty());
  const RawMessage message =
      testing::raw_message(kForged + report(), testing::elsewhere_envelope("alice@box.example"));
  const std::string handed_on = testing::carried_out(message, outcome);
  EXPECT_EQ(handed_on.find("password"), std::string::npos);
  EXPECT_EQ(handed_on.find("outlook=done"), std::string::npos);
  EXPECT_EQ(handed_on.substr(0, 5), "Date:");
}

TEST(ForgedFields, ATrustedMarkerPassesUntouched) {
  for (const bool own : {true, false}) {
    Envelope envelope = own ? testing::own_envelope("alice@box.example")
                            : testing::elsewhere_envelope("alice@box.example");
    if (!own) envelope.client_address = "127.0.0.1";
    const BounceOutcome outcome = process(kForged + report(), envelope);
    EXPECT_FALSE(outcome.changes_anything());
    EXPECT_EQ(outcome.passed, "marker");
  }
}

TEST(ForgedFields, ASignatureThatCoversThemPassesUntouched) {
  const std::string signature =
      "DKIM-Signature: v=1; d=example.org; s=a; h=From:X-Bounce-Explanation; bh=x; b=y\r\n";
  for (const std::string& fields : {signature, signature + kForged}) {
    const BounceOutcome outcome =
        process(fields + report(), testing::elsewhere_envelope("alice@box.example"));
    EXPECT_FALSE(outcome.changes_anything());
    EXPECT_EQ(outcome.passed, "signed field");
  }
}

TEST(ForgedFields, ASignatureOverOtherFieldsGetsHeadersOnly) {
  const std::string signature =
      "DKIM-Signature: v=1; d=example.org; s=a; h=From:To:Subject; bh=x; b=y\r\n";
  const BounceOutcome outcome =
      process(signature + kForged + report(), testing::own_envelope("alice@box.example"), [] {
        BouncePolicy policy = testing::sample_policy();
        policy.host = "other.box.example";
        policy.elsewhere = Treatment::kBody;
        return policy;
      }());
  EXPECT_FALSE(outcome.new_body.has_value());
  EXPECT_EQ(outcome.verdict.refusal, Refusal::kSigned);
  EXPECT_EQ(outcome.remove.size(), 4U);
  EXPECT_FALSE(outcome.add.empty());
}

// Even with headers = no and body = off: what is forged goes, and the marker says who did it.
TEST(ForgedFields, AreRemovedWhereNothingElseIsDone) {
  BouncePolicy policy = testing::sample_policy();
  policy.headers = false;
  policy.body = BodyMode::kOff;
  const BounceOutcome outcome =
      process(kForged + report(), testing::elsewhere_envelope("alice@box.example"), policy);
  EXPECT_EQ(outcome.remove.size(), 4U);
  ASSERT_EQ(outcome.add.size(), 1U);
  EXPECT_EQ(outcome.add[0].name, "X-Bounce-Explained-By");
}

// A forged report that says it is from our server, about a message that never was here.
TEST(ForgedFields, AForgedReportOfOurServerGetsNoLayoutOfOurs) {
  BouncePolicy policy = testing::sample_policy();
  policy.trust.our_hosts = {"mail.box.example"};
  const BounceOutcome outcome =
      process(report(), testing::elsewhere_envelope("alice@box.example"), policy);
  EXPECT_FALSE(outcome.new_body.has_value());
  EXPECT_EQ(outcome.verdict.refusal, Refusal::kElsewhere);
  EXPECT_EQ(outcome.backscatter, true);
}

}  // namespace
}  // namespace plainbounce
