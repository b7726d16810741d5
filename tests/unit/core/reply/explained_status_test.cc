#include "core/reply/explained_status.h"

#include <gtest/gtest.h>

#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

std::string explained(std::string_view status, const ReplyPolicy& policy = {}) {
  return explained_status(testing::built_in_knowledge(), policy, status).value_or("(none)");
}

TEST(ExplainedStatus, TheSentenceStandsBehindTheWords) {
  struct {
    const char* status;
    const char* sentence;
  } const cases[] = {
      {"5.1.1 host mx.far.test[192.0.2.1] said: 550 5.1.1 <x@far.test>: Recipient address "
       "rejected: User unknown in virtual mailbox table (in reply to RCPT TO command)",
       "This address does not exist. Look for a typing mistake, or ask the recipient for the "
       "current address."},
      {"4.2.2 host mx.far.test[192.0.2.1] said: 452 4.2.2 Over quota (in reply to RCPT TO command)",
       "The mailbox is full. Only the recipient can make room."},
      {"5.1.1 host mx.far.test[192.0.2.1] said: 550-5.1.1 The email account that you tried to "
       "reach does not exist. 550 5.1.1 https://a.test/ (in reply to RCPT TO command)",
       "This address does not exist. Look for a typing mistake, or ask the recipient for the "
       "current address."},
      {"5.4.4 Host or domain name not found. Name service error for name=far.test type=MX: Host "
       "not found",
       "The part of the address after the @ was not found. Look for a typing mistake there."},
      {"4.4.1 connect to mx.far.test[192.0.2.1]:25: Connection refused",
       "The recipient's mail service does not answer."},
      {"5.2.2 cannot update mailbox /var/mail/bob for user bob. error writing message: File too "
       "large",
       "The mailbox is full. Only the recipient can make room."},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(explained(c.status), std::string(c.status) + " -- " + c.sentence);
  }
}

TEST(ExplainedStatus, NothingForSuccessesAndWhatIsNotCertain) {
  for (const char* status :
       {"", "5.1.1", "5.1.1 ", "5.1.1  ", "2.0.0 250 2.0.0 Ok: queued as 4C1D2",
        "2.1.5 user unknown", "2.0.0 delivered to mailbox", "550 5.1.1 user unknown",
        "x user unknown",
        "5.0.0 host mx.far.test[192.0.2.1] said: 550 no (in reply to RCPT TO command)",
        "5.1.1 user\nunknown", "5.1.1 user unknown\r\n", "6.1.1 user unknown",
        "05.1.1 user unknown"}) {
    EXPECT_EQ(explained(status), "(none)") << status;
  }
}

TEST(ExplainedStatus, IsNotSaidTwice) {
  const std::string once = explained("4.2.2 host mx.far.test said: 452 4.2.2 Over quota");
  ASSERT_NE(once, "(none)");
  EXPECT_EQ(explained(once), "(none)");
  // Our own sentence, read as the server's words, is of another cause than the code.
  const std::string by_code = explained("5.1.2 312");
  ASSERT_NE(by_code, "(none)");
  EXPECT_EQ(explained(by_code), "(none)");
}

TEST(ExplainedStatus, InTheLanguageThatIsAskedFor) {
  ReplyPolicy policy;
  policy.language = "de";
  const std::string line =
      testing::built_in_knowledge().texts("de")->causes.find("mailbox-full")->second.line;
  EXPECT_EQ(explained("4.2.2 host a.test said: 452 4.2.2 Over quota", policy),
            "4.2.2 host a.test said: 452 4.2.2 Over quota -- " + line);
}

// "Only chosen causes" is for replies; the status filter is a choice of its own.
TEST(ExplainedStatus, TheListsForRepliesDoNotHoldHere) {
  ReplyPolicy policy;
  policy.not_causes = {"mailbox-full"};
  policy.codes = {"554"};
  EXPECT_NE(explained("4.2.2 host a.test said: 452 4.2.2 Over quota", policy), "(none)");
}

}  // namespace
}  // namespace plainbounce
