#include "core/bounce/bounce_explainer.h"

#include <gtest/gtest.h>

#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

std::string report(const std::string& name) {
  return testing::with_crlf(
      testing::read_file(testing::source_path("tests/messages/reports/" + name + ".eml")));
}

BounceOutcome process(const RawMessage& message, const BouncePolicy& policy) {
  const Limits limits;
  return BounceExplainer(testing::built_in_knowledge(), policy, limits).process(message);
}

// "body", "headers" or "nothing", then the refusal and the reason.
std::string summary(const BounceOutcome& outcome) {
  std::string out = outcome.new_body ? "body" : outcome.add.empty() ? "nothing" : "headers";
  if (outcome.verdict.refusal) out += ", " + std::string(to_string(*outcome.verdict.refusal));
  if (!outcome.passed.empty()) out += ", " + outcome.passed;
  return out;
}

std::string names_of(const std::vector<HeaderValue>& headers) {
  std::string names;
  for (const HeaderValue& header : headers) names += header.name + " ";
  return names;
}

TEST(BounceExplainer, WhatEachSettingGives) {
  struct Case {
    const char* label;
    const char* message;
    bool own;
    void (*change)(BouncePolicy&);
    const char* summary;
  };
  const auto same = [](BouncePolicy&) {};
  const Case cases[] = {
      {"our own", "postfix-user-unknown", true, same, "body"},
      {"a delay of ours", "postfix-mailbox-full-delayed", true, same, "body"},
      {"body off", "postfix-user-unknown", true, [](BouncePolicy& p) { p.body = BodyMode::kOff; },
       "headers"},
      {"body and headers off", "postfix-user-unknown", true,
       [](BouncePolicy& p) {
         p.body = BodyMode::kOff;
         p.headers = false;
       },
       "nothing, headers off"},
      {"observe", "postfix-user-unknown", true, [](BouncePolicy& p) { p.observe = true; },
       "nothing, observe, observe"},
      {"positive", "postfix-relayed", true, same, "headers"},
      {"positive, body", "postfix-relayed", true,
       [](BouncePolicy& p) { p.success = Treatment::kBody; }, "body"},
      {"positive, off", "postfix-relayed", true,
       [](BouncePolicy& p) { p.success = Treatment::kOff; }, "nothing, success off"},
      {"another system's", "postfix-user-unknown", false, same, "headers, elsewhere"},
      {"another system's, off", "postfix-user-unknown", false,
       [](BouncePolicy& p) { p.elsewhere = Treatment::kOff; }, "nothing, elsewhere, elsewhere off"},
      {"another system's, body", "postfix-user-unknown", false,
       [](BouncePolicy& p) { p.elsewhere = Treatment::kBody; }, "body, elsewhere"},
      {"another system's about our mail", "postfix-user-unknown", false,
       [](BouncePolicy& p) { p.trust.our_hosts = {"mx.box.example"}; }, "body"},
      {"the new body is too large", "postfix-user-unknown", true,
       [](BouncePolicy& p) { p.max_body_size = 3000; }, "headers, too-large"},
      {"it would grow too much", "postfix-user-unknown", true,
       [](BouncePolicy& p) { p.max_added = 1200; }, "headers, too-large"},
      {"nothing may be added", "postfix-user-unknown", true,
       [](BouncePolicy& p) { p.max_added = 50; }, "nothing, size limit"},
      {"the reader's domain has the body off", "postfix-user-unknown", true,
       [](BouncePolicy& p) {
         p.body_by_domain = {{"box.example", BodyMode::kOff}};
       },
       "headers"},
      {"the reader is a program", "postfix-user-unknown", true,
       [](BouncePolicy& p) { p.trust.machine_recipients = {"alice@*"}; }, "headers, machine"},
  };
  for (const Case& c : cases) {
    const std::string bytes = report(c.message);
    const std::string reader = testing::reader_named_in(bytes);
    BouncePolicy policy = testing::sample_policy();
    c.change(policy);
    const BounceOutcome outcome =
        process(testing::raw_message(bytes, c.own ? testing::own_envelope(reader)
                                                  : testing::elsewhere_envelope(reader)),
                policy);
    EXPECT_EQ(summary(outcome), c.summary) << c.label << ": " << outcome.verdict.why;
    EXPECT_EQ(outcome.changes_anything(), outcome.passed.empty()) << c.label;
  }
}

TEST(BounceExplainer, ObserveFillsInEverythingAndChangesNothing) {
  BouncePolicy policy = testing::sample_policy();
  policy.observe = true;
  const BounceOutcome outcome =
      process(testing::raw_message(report("postfix-user-unknown"),
                                   testing::own_envelope("alice@box.example")),
              policy);
  EXPECT_FALSE(outcome.changes_anything());
  EXPECT_TRUE(outcome.note.has_value());
  EXPECT_TRUE(outcome.plan.has_value());
  EXPECT_TRUE(outcome.report.has_value());
  ASSERT_EQ(outcome.recipients.size(), 1U);
  EXPECT_EQ(outcome.recipients[0].address, "nouser@far.example");
  EXPECT_EQ(outcome.recipients[0].diagnosis.cause, "address-unknown");
  EXPECT_EQ(outcome.language, "en");
}

TEST(BounceExplainer, WithoutHeadersTheMarkerStaysWhereTheBodyChanges) {
  BouncePolicy policy = testing::sample_policy();
  const RawMessage message = testing::raw_message(report("postfix-user-unknown"),
                                                  testing::own_envelope("alice@box.example"));
  EXPECT_EQ(names_of(process(message, policy).add),
            "X-Bounce-Explanation X-Bounce-Cause X-Bounce-Explained-By ");
  policy.headers = false;
  const BounceOutcome outcome = process(message, policy);
  EXPECT_TRUE(outcome.new_body.has_value());
  EXPECT_EQ(names_of(outcome.add), "X-Bounce-Explained-By ");
}

TEST(BounceExplainer, HelpLinkIsForAllButOutsideReaders) {
  BouncePolicy policy = testing::sample_policy();
  policy.explain.general.link_base = "https://help.box.example/bounces";
  policy.explain.local_domains = {"box.example"};
  struct Case {
    const char* reader;
    bool link;
  };
  for (const Case& c : {Case{"alice@box.example", true}, Case{"carol@outside.example", false}}) {
    const BounceOutcome outcome = process(
        testing::raw_message(report("postfix-user-unknown"), testing::own_envelope(c.reader)),
        policy);
    EXPECT_EQ(names_of(outcome.add).find("X-Bounce-Help") != std::string::npos, c.link) << c.reader;
  }
}

TEST(BounceExplainer, PeopleAndOrdinaryMailPass) {
  struct Case {
    const char* label;
    const char* sender;
    const char* message;
    const char* passed;
  };
  const Case cases[] = {
      {"a person's mail", "bob@example.net",
       "From: bob@example.net\r\nTo: alice@box.example\r\nSubject: Lunch\r\n\r\nAt noon?\r\n",
       "no bounce"},
      {"empty", "", "", "no bounce"},
      {"only a body", "", "\r\nHello\r\n", "no bounce"},
  };
  for (const Case& c : cases) {
    Envelope envelope = testing::elsewhere_envelope("alice@box.example");
    envelope.sender = c.sender;
    const BounceOutcome outcome =
        process(testing::raw_message(c.message, envelope), testing::sample_policy());
    EXPECT_FALSE(outcome.changes_anything()) << c.label;
    EXPECT_EQ(outcome.passed, c.passed) << c.label;
  }
}

TEST(BounceExplainer, SameMessageSameBytes) {
  const RawMessage message = testing::raw_message(report("postfix-many-recipients"),
                                                  testing::own_envelope("alice@box.example"));
  const BouncePolicy policy = testing::sample_policy();
  EXPECT_EQ(process(message, policy).new_body, process(message, policy).new_body);
}

TEST(BounceExplainer, HeadersNameNoInternalMachineToAnOutsideReader) {
  std::string text = report("postfix-user-unknown");
  for (const char* field : {"Final-Recipient: rfc822;", "Original-Recipient: rfc822;"}) {
    const size_t at = text.find(field);
    ASSERT_NE(at, std::string::npos) << field;
    text.erase(at, text.find("\r\n", at) + 2 - at);
  }
  text.insert(text.find("Action: failed"), "Final-Recipient: rfc822; bob@store3.corp.local\r\n");
  BouncePolicy policy = testing::sample_policy();
  policy.explain.local_domains = {"elsewhere.example"};
  const BounceOutcome outcome =
      process(testing::raw_message(text, testing::own_envelope("alice@far.example")), policy);
  ASSERT_EQ(summary(outcome), "body");
  for (const HeaderValue& header : outcome.add) {
    EXPECT_EQ(header.value.find("store3"), std::string::npos) << header.value;
  }
}

}  // namespace
}  // namespace plainbounce
