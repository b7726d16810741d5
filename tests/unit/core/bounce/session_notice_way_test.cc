#include <gtest/gtest.h>

#include "core/bounce/bounce_explainer.h"
#include "tests/support/edited_message_checks.h"
#include "tests/support/files.h"
#include "tests/support/whole_way.h"

// Notices about sessions on the whole way.
namespace plainbounce {
namespace {

std::string notice(const std::string& name) {
  return testing::with_crlf(
      testing::read_file(testing::source_path("tests/messages/sessions/" + name + ".eml")));
}

Envelope own() {
  Envelope envelope = testing::own_envelope("postmaster@box.example");
  envelope.sender = "double-bounce@mx.box.example";
  return envelope;
}

std::string summary(const BounceOutcome& outcome) {
  std::string out = outcome.new_body ? "body" : outcome.add.empty() ? "nothing" : "headers";
  if (outcome.verdict.refusal) out += ", " + std::string(to_string(*outcome.verdict.refusal));
  if (!outcome.passed.empty()) out += ", " + outcome.passed;
  return out;
}

TEST(SessionNoticeWay, WhatEachSettingGives) {
  struct Case {
    const char* label;
    Envelope envelope;
    void (*change)(BouncePolicy&);
    const char* summary;
  };
  const Envelope stranger = testing::elsewhere_envelope("postmaster@box.example");
  const auto body = [](BouncePolicy& policy) { policy.legacy = Treatment::kBody; };
  const Case cases[] = {
      {"our own", own(), [](BouncePolicy&) {}, "headers"},
      {"our own from the null sender", testing::own_envelope("postmaster@box.example"),
       [](BouncePolicy&) {}, "headers"},
      {"with text", own(), body, "body"},
      {"with text in place of the notice, which stays", own(),
       [](BouncePolicy& policy) {
         policy.legacy = Treatment::kBody;
         policy.body = BodyMode::kReplace;
       },
       "body"},
      {"off", own(), [](BouncePolicy& policy) { policy.legacy = Treatment::kOff; },
       "nothing, legacy off"},
      {"the reader is a program", own(),
       [](BouncePolicy& policy) {
         policy.legacy = Treatment::kBody;
         policy.trust.machine_recipients = {"postmaster@*"};
       },
       "headers, machine"},
      {"observe", own(), [](BouncePolicy& policy) { policy.observe = true; },
       "nothing, observe, observe"},
      {"somebody else's", stranger, body, "nothing, elsewhere, notice"},
      {"somebody else's where all of theirs is granted", stranger,
       [](BouncePolicy& policy) {
         policy.legacy = policy.elsewhere = Treatment::kBody;
         policy.trust.our_hosts = {"mx.box.example"};
       },
       "nothing, elsewhere, notice"},
  };
  const Limits limits;
  for (const Case& c : cases) {
    BouncePolicy policy = testing::sample_policy();
    c.change(policy);
    const RawMessage message = testing::raw_message(notice("server-relay-denied"), c.envelope);
    const BounceOutcome outcome =
        BounceExplainer(testing::built_in_knowledge(), policy, limits).process(message);
    EXPECT_EQ(summary(outcome), c.summary) << c.label << ": " << outcome.verdict.why;
    EXPECT_EQ(to_string(outcome.verdict.kind), "notice") << c.label;
    EXPECT_EQ(testing::findings_in(message, outcome, policy), "") << c.label;
  }
}

TEST(SessionNoticeWay, OnlyWholeOnesAreExplained) {
  const BouncePolicy policy = testing::sample_policy();
  const Limits limits;
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
  RawMessage cut = testing::raw_message(notice("server-relay-denied"), own());
  cut.body_complete = false;
  cut.whole_size = cut.bytes.size() + 100;
  EXPECT_EQ(explainer.process(cut).passed, "notice");
  std::string changed = notice("server-relay-denied");
  changed += "-- \r\nSent through a list\r\n";
  const BounceOutcome outcome = explainer.process(testing::raw_message(changed, own()));
  EXPECT_EQ(summary(outcome), "nothing, notice");
  EXPECT_FALSE(outcome.failed_at);
}

TEST(SessionNoticeWay, EveryTranscriptIsExplained) {
  BouncePolicy policy = testing::sample_policy();
  policy.legacy = Treatment::kBody;
  const Limits limits;
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
  const auto files =
      testing::files_below(testing::source_path("tests/messages/sessions"), {".eml"});
  EXPECT_GE(files.size(), 14U);
  for (const std::string& path : files) {
    const RawMessage message =
        testing::raw_message(testing::with_crlf(testing::read_file(path)), own());
    const BounceOutcome outcome = explainer.process(message);
    EXPECT_EQ(summary(outcome), "body") << path << ": " << outcome.verdict.why;
    EXPECT_EQ(testing::findings_in(message, outcome, policy), "") << path;
    ASSERT_TRUE(outcome.plan) << path;
    // Undone by cutting out one range.
    EXPECT_EQ(outcome.plan->edits.size(), 1U) << path;
    // What comes back over loopback passes.
    RawMessage again = testing::raw_message(testing::carried_out(message, outcome), own());
    EXPECT_EQ(explainer.process(again).passed, "marker") << path;
  }
}

}  // namespace
}  // namespace plainbounce
