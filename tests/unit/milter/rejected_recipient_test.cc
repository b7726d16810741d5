#include "milter/rejected_recipient.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/knowledge/built_in_knowledge.h"
#include "milter/session.h"
#include "tests/support/milter/sample_messages.h"
#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::TestSite;

Diagnosis diagnose(std::string_view enhanced, std::string_view text) {
  static const std::shared_ptr<const Snapshot> snapshot = testing::make_snapshot();
  return diagnose_rejection({"<nouser@box.example>", enhanced, text}, *snapshot->knowledge);
}

std::shared_ptr<const Snapshot> watching_snapshot(bool addresses) {
  return testing::make_snapshot([addresses](Snapshot& snapshot) {
    snapshot.settings.replies.watch = true;
    snapshot.settings.log.addresses = addresses;
  });
}

const RejectedRecipient kUnknown = {
    "<nouser@box.example>", "5.1.1",
    "Recipient address rejected: User unknown in local recipient table"};

TEST(RejectedRecipient, TheCauseOfWhatMtasTell) {
  struct Case {
    const char* label;
    const char* enhanced;
    const char* text;
    const char* cause;
  };
  for (const Case& c :
       {Case{"Postfix, unknown", "5.1.1",
             "Recipient address rejected: User unknown in local recipient table",
             "address-unknown"},
        Case{"Postfix, first word cut", "5.7.1",
             "unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org", "blocked-ip"},
        Case{"Postfix, relaying", "5.7.1", "Relay access denied", "relay-denied"},
        Case{"Postfix, greylisting", "4.2.0", "Recipient address rejected: Greylisted",
             "greylisted"},
        Case{"Sendmail", "5.1.1", "550 5.1.1 User unknown", "address-unknown"},
        Case{"no more than a policy", "5.7.1", "Recipient address rejected: Access denied",
             "policy-refusal"},
        Case{"nothing", "", "", "unclear"}, Case{"no code", "x", "\r\n\t", "unclear"}}) {
    EXPECT_EQ(diagnose(c.enhanced, c.text).cause, c.cause) << c.label;
  }
}

// What the reply map does not tell, the log does not tell for certain either.
TEST(RejectedRecipient, NothingCertainOfTheClientsWordsOrTheSender) {
  struct Case {
    const char* text;
    const char* not_certain;
  };
  for (const Case& c :
       {Case{"<blocked.using.zen.spamhaus.org>: Helo command rejected: Access denied",
             "blocked-ip"},
        Case{"554 5.7.1 <blocked.using.zen.spamhaus.org>: Helo command rejected: Access denied",
             "blocked-ip"},
        Case{"<mailbox-full@box.example>: Recipient address rejected: Access denied",
             "mailbox-full"},
        Case{"unavailable; Client host [virus-found.test] blocked", "malware-suspected"},
        Case{"<\"user unknown\"@box.example>: Recipient address rejected: User unknown",
             "address-unknown"},
        Case{"Sender address rejected: User unknown in local recipient table", "address-unknown"},
        Case{"Sender address rejected: unverified address: connect to mx.x.test[192.0.2.1]:25: "
             "Connection timed out",
             "unreachable"}}) {
    const Diagnosis diagnosis = diagnose("", c.text);
    EXPECT_FALSE(diagnosis.cause == c.not_certain && diagnosis.confidence == Confidence::kCertain)
        << c.text;
  }
}

TEST(RejectedRecipient, ALongTextIsCutInTheLog) {
  RejectedRecipient longest = kUnknown;
  const std::string text(20000, 'x');
  longest.text = text;
  const std::string line = line_of_rejected("192.0.2.7", longest, {}, true);
  EXPECT_THAT(line, HasSubstr("xxx..."));
  EXPECT_LT(line.size(), 500U);
}

TEST(RejectedRecipient, LogLine) {
  const Diagnosis diagnosis = diagnose(kUnknown.enhanced, kUnknown.text);
  EXPECT_EQ(line_of_rejected("192.0.2.7", kUnknown, diagnosis, true),
            "NOQUEUE: rejected cause=address-unknown confidence=certain actor=sender status=5.1.1 "
            "client=192.0.2.7 rcpt=nouser@box.example "
            "text=\"Recipient address rejected: User unknown in local recipient table\"");
  RejectedRecipient forged = kUnknown;
  forged.text = "bob@box.example\r\nX: y \x1b[31m unknown";
  EXPECT_THAT(line_of_rejected("", forged, diagnosis, false), Not(HasSubstr("bob")));
  EXPECT_THAT(line_of_rejected("", forged, diagnosis, true),
              Not(::testing::AnyOf(HasSubstr("\n"), HasSubstr("\r"), HasSubstr("\x1b"))));
}

TEST(RejectedRecipient, Counts) {
  RejectionCounts counts;
  EXPECT_THAT(counts.line(), IsEmpty());
  counts.add("blocked-ip");
  for (int i = 0; i < 3; ++i) counts.add("address-unknown");
  EXPECT_EQ(counts.line(), "rejected recipients since the start: 4 address-unknown=3 blocked-ip=1");
}

TEST(RejectedRecipient, ASessionThatWatchesLetsOrdinaryMailGoAtData) {
  TestSite site(watching_snapshot(false));
  Session session(site.surroundings);
  ASSERT_TRUE(session.wants_to_watch());
  session.watch();
  session.connect("192.0.2.7", "mx");
  for (int message = 0; message < 2; ++message) {
    EXPECT_EQ(session.mail_from("<alice@far.example>", "mx"), Answer::kContinue);
    EXPECT_EQ(session.rejected_recipient(kUnknown), Answer::kNoReply);
    EXPECT_EQ(session.recipient("<bob@box.example>"), Answer::kNoReply);
    EXPECT_EQ(session.data(), Answer::kAccept);
  }
  EXPECT_THAT(site.log.take(),
              ElementsAre(HasSubstr("cause=address-unknown"), HasSubstr("client=192.0.2.7")));
  EXPECT_THAT(site.rejections.line(), HasSubstr(": 2 address-unknown=2"));
}

TEST(RejectedRecipient, ASessionThatDoesNotWatchTellsNothing) {
  TestSite site;
  Session session(site.surroundings);
  EXPECT_FALSE(session.wants_to_watch());
  EXPECT_EQ(session.mail_from("<alice@far.example>", "mx"), Answer::kAccept);
  EXPECT_EQ(session.rejected_recipient(kUnknown), Answer::kNoReply);
  EXPECT_THAT(site.log.take(), IsEmpty());
  EXPECT_THAT(site.rejections.line(), IsEmpty());
}

TEST(RejectedRecipient, IsNoneOfABouncesRecipients) {
  TestSite site(watching_snapshot(false));
  Session session(site.surroundings);
  session.watch();
  session.connect("127.0.0.1", "postfix-dsn");
  EXPECT_EQ(session.mail_from("", "postfix-dsn"), Answer::kContinue);
  session.rejected_recipient({"<list-bounces@box.example>", "5.1.1", "User unknown"});
  session.recipient("<alice@box.example>");
  EXPECT_EQ(session.data(), Answer::kContinue);
}

}  // namespace
}  // namespace plainbounce
