// A reply without a report around it.
#include <gtest/gtest.h>

#include "core/diagnosis/diagnoser.h"
#include "tests/unit/core/diagnosis/diagnosis_summary.h"

namespace plainbounce {
namespace {

TEST(Diagnoser, OneReplyAlone) {
  struct {
    const char* reply;
    const char* host;
    const char* expected;
  } const cases[] = {
      {"550 5.7.26 This email has been blocked because the sender is unauthenticated", "",
       "authentication-failed final permanent sender-admin certain 5.7.26 gmail"},
      {"452 4.2.2 Over quota", "", "mailbox-full retrying temporary recipient certain 4.2.2 "},
      {"250 2.0.0 Ok: queued", "", "delivered done success nobody likely 250 "},
      {"550 5.7.27 blocked", "gmail-smtp-in.l.google.com",
       "authentication-failed final permanent sender-admin certain 5.7.27 gmail"},
      {"550 5.7.27 done", "mx.example.org", "unclear final permanent sender unsure 5.7.27 "},
      {"550 5.4.1 done", "mx.example.org", "unclear final permanent sender unsure 5.4.1 "},
      {"550 5.1.0 sender rejected", "",
       "sender-refused final permanent sender-admin likely 5.1.0 "},
      {"550 Helo domain is listed in Spamhaus", "",
       "blocked-ip final permanent sender-admin certain 550 "},
      {"550 The sending IP 192.0.2.1 is not listed in the SPF record", "",
       "authentication-failed final permanent sender-admin certain 550 "},
      {"550 Unauthenticated mail not allowed from this range", "",
       "policy-refusal final permanent sender-admin likely 550 "},
      {"450 4.1.1 <bob@example.org>: Recipient address rejected: unverified address: Address "
       "verification in progress",
       "", "unclear retrying temporary nobody unsure 4.1.1 "},
      {"550 5.1.1 done", "MTA6.AM0.YAHOODNS.NET.",
       "address-unknown final permanent sender certain 5.1.1 yahoo"},
      {"no code, user unknown", "", "address-unknown final permanent sender certain  "},
      {"", "", "unclear final permanent sender unsure  "},
  };
  for (const auto& c : cases) {
    const Diagnosis diagnosis =
        Diagnoser(testing::knowledge()).diagnose_reply(parse_smtp_reply(c.reply), c.host);
    EXPECT_EQ(testing::summary(diagnosis) + " " + diagnosis.provider, c.expected) << c.reply;
  }
}

}  // namespace
}  // namespace plainbounce
