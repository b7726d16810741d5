#include <gtest/gtest.h>

#include "core/base/ascii.h"
#include "core/base/own_marks.h"
#include "core/render/json.h"
#include "tests/support/edited_message_checks.h"
#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

struct HostileReply {
  const char* label;
  std::string reply;
};

std::vector<HostileReply> hostile_replies() {
  return {
      {"bare CR before a field", "550 no\rX-Evil: yes"},
      {"a folded line that looks like a field", "550 no\r\n X-Evil: yes\r\n Subject: win"},
      {"NUL", std::string("550 5.1.1 no\0X-Evil: yes", 24)},
      {"HTML", "550 </p><script>alert(1)</script><img src=https://evil.example/x.png>"},
      {"parameters of ours", "550 no; actor=nobody; outlook=done; rcpt=x@evil.example"},
      {"quotes", "550 \"\"\"'''\"no\""},
      {"encoded word", "550 =?utf-8?q?=0D=0AX-Evil:_yes?="},
      {"2,000 characters", "550 5.1.1 " + std::string(2000, 'A')},
      {"2,000 angle brackets", "550 5.1.1 " + std::string(2000, '<')},
      {"right-to-left marks", "550 \u202Eelpmaxe.live\u202C \u2066no\u2069"},
      {"broken UTF-8", "550 \xFF\xC0\xAF no"},
      {"phone number and order", "550 Call +1 555 0100 now and visit https://evil.example/login"},
      {"our own delimiter", "550 --=_plainbounce_0000000000000000_1--"},
  };
}

std::string report_with(const std::string& reply) {
  std::string bytes = testing::with_crlf(
      testing::read_file(testing::source_path("tests/messages/reports/postfix-user-unknown.eml")));
  const std::string field = "Diagnostic-Code: smtp; ";
  const size_t begin = bytes.find(field) + field.size();
  const size_t end = bytes.find("\r\n\r\n", begin);
  return bytes.replace(begin, end - begin, reply);
}

// What is new in the edited message, each insertion by itself.
std::string added_text(const BounceOutcome& outcome) {
  std::string added;
  if (!outcome.plan) return added;
  for (const Edit& edit : outcome.plan->edits) added += edit.replacement;
  return added;
}

TEST(HostileReply, ChangesNoLineOfOursAndNoField) {
  const Limits limits;
  for (const bool html : {true, false}) {
    BouncePolicy policy = testing::sample_policy();
    policy.html = html;
    const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
    for (const HostileReply& hostile : hostile_replies()) {
      const RawMessage message = testing::raw_message(report_with(hostile.reply),
                                                      testing::own_envelope("alice@box.example"));
      const BounceOutcome outcome = explainer.process(message);
      EXPECT_EQ(testing::findings_in(message, outcome, policy), "") << hostile.label;
      ASSERT_TRUE(outcome.new_body.has_value()) << hostile.label << ": " << outcome.verdict.why;
      const std::string handed_on = testing::carried_out(message, outcome);
      const auto header = parse_header_block(handed_on, 0, handed_on.size(), limits);
      ASSERT_TRUE(header) << hostile.label;
      EXPECT_EQ(header->count("X-Evil"), 0U) << hostile.label;
      EXPECT_EQ(header->count("Subject"), 1U) << hostile.label;
      const std::string added = added_text(outcome);
      for (const char* absent :
           {"https://evil.example", "\u202E", "\u2066", "\r\nX-Evil", "\r\nSubject"}) {
        EXPECT_EQ(added.find(absent), std::string::npos) << hostile.label << ": " << absent;
      }
      const size_t html_begin = html ? added.find("<!DOCTYPE html>") : added.size();
      ASSERT_NE(html_begin, std::string::npos) << hostile.label;
      for (const char* absent : {"<script", "<img"}) {
        EXPECT_EQ(added.find(absent, html_begin), std::string::npos) << hostile.label;
      }
    }
  }
}

TEST(HostileReply, IsTextInTheCauseFieldAndInTheJson) {
  const Limits limits;
  const BouncePolicy policy = testing::sample_policy();
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
  for (const HostileReply& hostile : hostile_replies()) {
    const BounceOutcome outcome = explainer.process(testing::raw_message(
        report_with(hostile.reply), testing::own_envelope("alice@box.example")));
    ASSERT_EQ(outcome.recipients.size(), 1U) << hostile.label;
    for (const HeaderValue& header : outcome.add) {
      if (header.name != kCauseField) continue;
      EXPECT_EQ(header.value.find("evil"), std::string::npos) << hostile.label;
      EXPECT_TRUE(header.value.ends_with("rcpt=nouser@far.example")) << header.value;
    }
    JsonWriter json;
    write_recipient(json, &outcome.report->recipients[0], outcome.recipients[0].diagnosis,
                    outcome.note->languages[0].explanations[0]);
    EXPECT_TRUE(is_utf8(json.text())) << hostile.label;
    EXPECT_EQ(json.text().find_first_of(std::string("\r\n\0", 3)), std::string::npos)
        << hostile.label;
  }
}

// An address is a stranger's text as well.
TEST(HostileReply, AHostileRecipientIsEncoded) {
  const Limits limits;
  const BouncePolicy policy = testing::sample_policy();
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
  std::string bytes = report_with("550 5.1.1 no");
  for (const char* field : {"Final-Recipient: rfc822; nouser@far.example",
                            "Original-Recipient: rfc822;nouser@far.example"}) {
    const size_t at = bytes.find(field);
    ASSERT_NE(at, std::string::npos);
    bytes.replace(at, std::string(field).size(),
                  std::string(field).substr(0, std::string(field).find(';') + 1) +
                      "\"a; actor=nobody<b>\"@far.example");
  }
  const RawMessage message =
      testing::raw_message(bytes, testing::own_envelope("alice@box.example"));
  const BounceOutcome outcome = explainer.process(message);
  EXPECT_EQ(testing::findings_in(message, outcome, policy), "");
  for (const HeaderValue& header : outcome.add) {
    if (header.name != kCauseField) continue;
    EXPECT_TRUE(header.value.ends_with("rcpt=+22a+3B+20actor+3Dnobody<b>+22@far.example"))
        << header.value;
  }
  EXPECT_NE(added_text(outcome).find("&lt;b&gt;&quot;@far.example"), std::string::npos);
}

}  // namespace
}  // namespace plainbounce
