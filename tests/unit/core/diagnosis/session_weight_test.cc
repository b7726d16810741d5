#include <gtest/gtest.h>

#include "core/diagnosis/diagnoser.h"
#include "tests/unit/core/diagnosis/diagnosis_summary.h"

namespace plainbounce {
namespace {

using testing::knowledge;
using Side = SessionTranscript::Side;

Diagnosis diagnose(Side side, const SessionReply& reply) {
  DeliveryReport report;
  report.session = SessionTranscript{side, "mail.far.example[198.51.100.27]", "", {reply}};
  PerRecipientFields fields;
  if (!reply.recipient.empty()) fields.final_recipient = TypedValue{"rfc822", reply.recipient};
  if (!reply.reply.empty()) fields.diagnostic_code = TypedValue{"smtp", reply.reply};
  report.recipients.push_back(fields);
  return Diagnoser(knowledge()).diagnose_all(report).front();
}

TEST(SessionWeight, SaysWhoActsInASession) {
  struct Case {
    const char* label;
    Side side;
    SessionReply reply;
    const char* summary;
  };
  const Case cases[] = {
      {"an unknown user",
       Side::kServer,
       {"RCPT TO", "no@box.example",
        "550 5.1.1 <no@box.example>: Recipient address rejected: User unknown in virtual mailbox "
        "table"},
       "address-unknown final sender certain"},
      {"a command that we do not know",
       Side::kServer,
       {"", "", "500 5.5.2 Error: command not recognized"},
       "protocol-problem final nobody certain"},
      {"a sequence that is likely alone",
       Side::kServer,
       {"MAIL FROM", "", "503 5.5.1 Error: nested MAIL command"},
       "protocol-problem final nobody certain"},
      {"the same of another server",
       Side::kClient,
       {"MAIL FROM", "", "503 5.5.1 Error: nested MAIL command"},
       "protocol-problem final nobody likely"},
      {"a farewell to what is no mail program",
       Side::kServer,
       {"", "", "221 2.7.0 Error: I can break rules, too. Goodbye."},
       "protocol-problem final nobody certain"},
      {"our disk is full",
       Side::kServer,
       {"MAIL FROM", "", "452 4.3.1 Insufficient system storage"},
       "system-storage-full unknown recipient-admin certain"},
      {"theirs may be tried again",
       Side::kClient,
       {"MAIL FROM", "", "452 4.3.1 Insufficient system storage"},
       "system-storage-full unknown nobody certain"},
      {"our configuration",
       Side::kServer,
       {"RCPT TO", "a@box.example", "451 4.3.5 Server configuration error"},
       "system-problem unknown recipient-admin certain"},
      {"we make them wait",
       Side::kServer,
       {"RCPT TO", "a@box.example",
        "450 4.2.0 <a@box.example>: Recipient address rejected: Greylisted"},
       "greylisted unknown nobody certain"},
      {"no such reply",
       Side::kClient,
       {"RCPT TO", "b@far.example", "999 what", false},
       "protocol-problem final nobody certain"},
      {"a success that is none",
       Side::kClient,
       {"DATA", "", "250 2.0.0 Ok", false},
       "protocol-problem final nobody certain"},
      {"no reply at all",
       Side::kServer,
       {"MAIL FROM", "", ""},
       "connection-lost final nobody certain"},
      {"nothing clear",
       Side::kServer,
       {"RCPT TO", "a@box.example", "550 5.7.1 <a@box.example>: Recipient address rejected: Not"},
       "unclear"},
  };
  for (const Case& c : cases) {
    const Diagnosis found = diagnose(c.side, c.reply);
    std::string summary = found.cause;
    summary.append(" ").append(to_string(found.outlook)).append(" ").append(to_string(found.actor));
    summary.append(" ").append(to_string(found.confidence));
    if (found.confidence == Confidence::kUnsure) summary = "unclear";
    EXPECT_EQ(summary, c.summary) << c.label;
    EXPECT_EQ(found.reply.command.value_or(""), c.reply.command) << c.label;
  }
}

TEST(SessionWeight, OurOwnReplyIsNotCalledAnothers) {
  const Diagnosis found =
      diagnose(Side::kServer, {"RCPT TO", "a@box.example", "554 5.7.1 Relay access denied"});
  for (const Evidence& evidence : found.evidence) {
    EXPECT_EQ(evidence.says.find("remote"), std::string::npos) << evidence.says;
  }
}

}  // namespace
}  // namespace plainbounce
