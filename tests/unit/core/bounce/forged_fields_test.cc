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

// Blanks before the colon (RFC 5322 section 4.5) hide nothing.
TEST(ForgedFields, AreRemovedWithBlanksBeforeTheColonToo) {
  const std::string bytes =
      "X-Bounce-Cause : delivered; outlook=done\r\n"
      "X-Bounce-Explained-By\t: plainbounce 1.0 (mx.box.example)\r\n" +
      report();
  const Envelope envelope = testing::elsewhere_envelope("alice@box.example");
  const BounceOutcome outcome = process(bytes, envelope);
  EXPECT_EQ(outcome.remove.size(), 2U);
  const std::string handed_on =
      testing::carried_out(testing::raw_message(bytes, envelope), outcome);
  EXPECT_EQ(handed_on.find("outlook=done"), std::string::npos);
  EXPECT_EQ(handed_on.find("X-Bounce-Explained-By\t"), std::string::npos);
}

constexpr const char* kWithoutParts =
    "From: MAILER-DAEMON@mx.box.example\r\n"
    "\r\n"
    "   ----- The following addresses had permanent fatal errors -----\r\n"
    "<nouser@far.example>\r\n"
    "    (reason: 550 5.1.1 <nouser@far.example>: User unknown)\r\n"
    "\r\n"
    "   ----- Transcript of session follows -----\r\n"
    "550 5.1.1 <nouser@far.example>... User unknown\r\n";

// What another plainbounce explained already is not explained twice to its reader.
TEST(ForgedFields, AReportThatIsExplainedAlreadyGetsHeadersOnly) {
  struct Case {
    const char* label;
    BodyMode body;
    bool html;
    bool legacy;
  };
  const Case cases[] = {
      {"wrapped", BodyMode::kAdd, true, false},
      {"put before the text", BodyMode::kAdd, false, false},
      {"in place of the text, with HTML", BodyMode::kReplace, true, false},
      {"in place of the text", BodyMode::kReplace, false, false},
      {"before a message without parts", BodyMode::kAdd, true, true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.label);
    BouncePolicy policy = testing::sample_policy();
    policy.body = c.body;
    policy.html = c.html;
    policy.legacy = Treatment::kBody;
    const std::string bytes = c.legacy ? kWithoutParts : report();
    const Envelope envelope = testing::own_envelope("alice@box.example");
    const RawMessage first = testing::raw_message(bytes, envelope);
    const BounceOutcome explained = process(bytes, envelope, policy);
    ASSERT_TRUE(explained.new_body.has_value()) << explained.passed << explained.verdict.why;
    policy.host = "relay.box.example";
    const BounceOutcome again = process(testing::carried_out(first, explained), envelope, policy);
    EXPECT_FALSE(again.new_body.has_value());
    EXPECT_EQ(again.verdict.refusal, Refusal::kFriendly);
    EXPECT_NE(again.verdict.why.find("already explained by plainbounce"), std::string::npos);
    EXPECT_EQ(again.remove.size(), explained.add.size());
    EXPECT_EQ(again.add.size(), explained.add.size());
    policy.friendly = Treatment::kBody;
    EXPECT_TRUE(
        process(testing::carried_out(first, explained), envelope, policy).new_body.has_value());
  }
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
