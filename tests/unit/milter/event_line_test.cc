#include "milter/event_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using ::testing::ElementsAre;

BounceOutcome outcome_of_two() {
  BounceOutcome outcome;
  outcome.verdict.kind = MessageKind::kReport;
  outcome.language = "de";
  outcome.recipients.resize(2);
  outcome.recipients[0].address = "bob@far.example";
  Diagnosis& first = outcome.recipients[0].diagnosis;
  first.cause = "mailbox-full";
  first.actor = Party::kRecipient;
  first.confidence = Confidence::kCertain;
  first.provider = "gmail";
  first.rule = "gmail/over-quota";
  first.code = "5.2.2";
  outcome.recipients[1].address = "a\"\n@x";
  outcome.recipients[1].diagnosis.outlook = Outlook::kUnknown;
  return outcome;
}

EventContext context() {
  EventContext result;
  result.time = std::chrono::system_clock::time_point(std::chrono::milliseconds(1796073325665));
  result.queue_id = "4XTEST";
  result.mode = "body";
  return result;
}

TEST(EventLine, IsOneObjectForEachRecipient) {
  EXPECT_THAT(
      event_lines(context(), outcome_of_two()),
      ElementsAre(
          R"({"time": "2026-11-30T21:15:25.665Z", "queue_id": "4XTEST", "original_queue_id": null, )"
          R"("kind": "report", "mode": "body", "reason": null, "cause": "mailbox-full", )"
          R"("outlook": "final", "actor": "recipient", "confidence": "certain", )"
          R"("provider": "gmail", "rule": "gmail/over-quota", "code": "5.2.2", "language": "de"})",
          R"({"time": "2026-11-30T21:15:25.665Z", "queue_id": "4XTEST", "original_queue_id": null, )"
          R"("kind": "report", "mode": "body", "reason": null, "cause": "unclear", )"
          R"("outlook": null, "actor": "nobody", "confidence": "unsure", )"
          R"("provider": null, "rule": null, "code": null, "language": "de"})"));
}

TEST(EventLine, NamesTheRecipientOnlyWhenAsked) {
  EventContext asked = context();
  asked.with_addresses = true;
  asked.mode = "none";
  asked.reason = "observe";
  const auto lines = event_lines(asked, outcome_of_two());
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], ::testing::HasSubstr(R"("mode": "none", "reason": "observe",)"));
  EXPECT_THAT(lines[0],
              ::testing::EndsWith(R"("language": "de", "recipient": "bob@far.example"})"));
  EXPECT_THAT(lines[1], ::testing::EndsWith(R"("recipient": "a\"\n@x"})"));
  EXPECT_EQ(lines[1].find('\n'), std::string::npos);
}

TEST(EventLine, OfNobodyThereIsNone) {
  EXPECT_TRUE(event_lines(context(), BounceOutcome{}).empty());
}

TEST(UtcText, KeepsThreeDigitsAlsoBefore1970) {
  using std::chrono::milliseconds;
  const auto text = [](int64_t since) {
    return utc_text(std::chrono::system_clock::time_point(milliseconds(since)));
  };
  EXPECT_EQ(text(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(text(951782399007), "2000-02-28T23:59:59.007Z");
  EXPECT_EQ(text(-1), "1969-12-31T23:59:59.999Z");
}

}  // namespace
}  // namespace plainbounce
