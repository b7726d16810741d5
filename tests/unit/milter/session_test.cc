#include "milter/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/milter/direct_mta.h"
#include "tests/support/milter/sample_messages.h"
#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

using testing::DirectMta;
using ::testing::ElementsAre;
using testing::from_outside;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MailResult;
using testing::MailTransaction;
using testing::make_snapshot;
using testing::own_report;
using testing::sample_mail;
using testing::sample_report;
using testing::TestSite;

MailResult deliver(TestSite& site, const MailTransaction& mail) {
  Session session(site.surroundings);
  return DirectMta(session).deliver(mail);
}

TEST(Session, OrdinaryMailEndsAtMail) {
  TestSite site;
  for (const char* sender : {"<alice@box.example>", "alice@box.example", "< >x", "<>x"}) {
    const MailResult result = deliver(site, from_outside(sender, sample_mail(1000)));
    EXPECT_EQ(result.replies, std::vector<char>{'a'}) << sender;
    EXPECT_EQ(result.body_bytes_sent, 0U) << sender;
  }
  EXPECT_THAT(site.log.take(), IsEmpty());
  EXPECT_THAT(site.log.take_debug(), IsEmpty());
}

TEST(Session, BothFormsOfTheNullSenderAndTheOwnServiceAreSeen) {
  struct Case {
    const char* label;
    const char* sender;
    const char* daemon_name;
    bool seen;
  };
  for (const Case& c :
       {Case{"Postfix's own", "", "postfix-dsn", true}, Case{"smtpd", "<>", "mx.box.example", true},
        Case{"postmaster copy", "double-bounce@box.example", "postfix-dsn", true},
        Case{"the same from elsewhere", "double-bounce@box.example", "mx", false},
        Case{"no daemon name", "<>", "", true}}) {
    TestSite site;
    MailTransaction mail = own_report(sample_report());
    mail.sender = c.sender;
    mail.daemon_name = c.daemon_name;
    const MailResult result = deliver(site, mail);
    EXPECT_EQ(!result.edits.empty(), c.seen) << c.label;
    EXPECT_EQ(site.log.take().size(), c.seen ? 1U : 0U) << c.label;
  }
}

TEST(Session, ADaemonNameThatIsNotTheConnectionsMarksNothing) {
  TestSite site;
  for (const char* connection : {"", "mx.box.example", "postfix-dsn"}) {
    for (const char* message : {"", "mx.box.example", "postfix-dsn"}) {
      Session session(site.surroundings);
      session.connect("127.0.0.1", connection);
      const bool own =
          std::string(connection) == "postfix-dsn" && std::string(message) == connection;
      EXPECT_EQ(session.mail_from("double-bounce@box.example", message),
                own ? Answer::kContinue : Answer::kAccept)
          << connection << " " << message;
    }
  }
}

TEST(Session, AReportIsExplainedAndLogged) {
  TestSite site;
  const MailResult result = deliver(site, own_report(sample_report()));
  EXPECT_THAT(result.delivered, HasSubstr("\r\nX-Bounce-Explanation: "));
  EXPECT_THAT(result.delivered, HasSubstr("Address not found\r\n"));
  EXPECT_THAT(result.delivered,
              HasSubstr("X-Bounce-Explained-By: plainbounce 1.0-test (mx.box.example)\r\n"));
  EXPECT_THAT(site.log.take(),
              ElementsAre("4XTEST: explained original=3ORIGINAL kind=report cause=address-unknown "
                          "outlook=final rcpts=1 mode=body lang=en"));
  EXPECT_EQ(site.in_flight.held(), 0U);
}

TEST(Session, AddressesAreLoggedWhenAskedFor) {
  TestSite site(make_snapshot([](Snapshot& s) { s.settings.log.addresses = true; }));
  deliver(site, own_report(sample_report({{"a b@far.example", "failed", "5.1.1", "550 no"}})));
  EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr("rcpt=\"a b@far.example\"")));
}

TEST(Session, OfNullSenderMailThatIsNoBounceNothingIsKept) {
  TestSite site;
  const std::string receipt =
      "From: bob@far.example\r\n"
      "Content-Type: multipart/report; boundary=b;\r\n\treport-type=disposition-notification\r\n"
      "\r\n--b\r\n\r\nread\r\n--b--\r\n";
  Session session(site.surroundings);
  DirectMta mta(session);
  const MailResult result = mta.deliver(from_outside("<>", receipt));
  EXPECT_EQ(result.replies, (std::vector<char>{'c', 'c'}));
  EXPECT_THAT(result.edits, IsEmpty());
  session.mail_from("<>", "");
  session.header("Content-Type", "multipart/report; report-type=disposition-notification");
  session.end_of_header("4XTEST");
  session.body("x");
  EXPECT_FALSE(session.holds_up_a_stop());
  EXPECT_EQ(site.in_flight.held(), 0U);
  EXPECT_THAT(site.log.take(), IsEmpty());
  EXPECT_THAT(site.log.take_debug(),
              ElementsAre("4XTEST: passed reason=receipt", "4XTEST: passed reason=receipt"));
}

TEST(Session, ObserveLogsAndChangesNothing) {
  TestSite site(make_snapshot([](Snapshot& s) { s.policy.observe = true; }));
  const MailTransaction mail = own_report(sample_report());
  const MailResult result = deliver(site, mail);
  EXPECT_THAT(result.edits, IsEmpty());
  EXPECT_EQ(result.delivered, mail.message);
  EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr("4XTEST: passed reason=observe")));
}

TEST(Session, ALargeBodyGetsHeadersOnlyAndIsNotKept) {
  TestSite site(make_snapshot([](Snapshot& s) { s.policy.max_body_size = 20000; }));
  const MailTransaction mail = own_report(sample_report({{}}, 100000));
  const MailResult result = deliver(site, mail);
  EXPECT_EQ(testing::body_of(result.delivered), testing::body_of(mail.message));
  EXPECT_THAT(result.delivered, HasSubstr("\r\nX-Bounce-Explanation: "));
  EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr("mode=headers lang=en refusal=too-large")));
}

TEST(Session, NothingIsAddedWhereTheMtaCouldRefuseTheGrowth) {
  const MailTransaction mail = own_report(sample_report({{}}, 300000));
  const size_t size = mail.message.size();
  const size_t reserve = (64U << 10U) + (32U << 10U);
  for (const size_t chunk : {size_t{1000}, size_t{65535}}) {
    for (const bool fits : {true, false}) {
      TestSite site(make_snapshot(
          [&](Snapshot& s) { s.policy.mta_size_limit = size + reserve - (fits ? 0 : 1); }));
      MailTransaction chunked = mail;
      chunked.chunk = chunk;
      const MailResult result = deliver(site, chunked);
      EXPECT_EQ(!result.edits.empty(), fits) << chunk;
      EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr(fits ? "explained" : "size limit")));
    }
  }
}

TEST(Session, HeadersBeyondTheLimitPass) {
  TestSite site(make_snapshot([](Snapshot& s) { s.limits.header_bytes = 2000; }));
  const MailTransaction mail =
      own_report(sample_report({{}}, 100, "X-Long: " + std::string(3000, 'x') + "\n"));
  const MailResult result = deliver(site, mail);
  EXPECT_EQ(result.delivered, mail.message);
  EXPECT_THAT(site.log.take(), ElementsAre("4XTEST: passed reason=\"header limit\""));
  EXPECT_EQ(site.in_flight.held(), 0U);
}

TEST(Session, AllMessagesTogetherStayWithinMaxInFlight) {
  TestSite site(make_snapshot([](Snapshot& s) { s.settings.milter.max_in_flight = 20000; }));
  const MailTransaction large = own_report(sample_report({{}}, 100000));
  MailResult result = deliver(site, large);
  EXPECT_EQ(testing::body_of(result.delivered), testing::body_of(large.message));
  std::vector<std::string> lines = site.log.take();
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.front(), "4XTEST: body cut reason=max_in_flight");
  EXPECT_EQ(site.in_flight.held(), 0U);

  Session other(site.surroundings);
  other.mail_from("", "postfix-dsn");
  other.header("X-Large", std::string(19990 - 11, 'x'));
  const MailTransaction small = own_report(sample_report());
  result = deliver(site, small);
  EXPECT_EQ(result.delivered, small.message);
  EXPECT_THAT(site.log.take(), ElementsAre("4XTEST: passed reason=max_in_flight"));
  other.abort();
  EXPECT_EQ(site.in_flight.held(), 0U);
  EXPECT_FALSE(deliver(site, small).edits.empty());
}

TEST(Session, AHeaderValueCannotBeginAFieldOrTheBody) {
  TestSite site;
  Session session(site.surroundings);
  session.mail_from("", "postfix-dsn");
  // A field of this type would end the message here.
  session.header("Subject",
                 "a\nContent-Type: multipart/report; report-type=disposition-notification");
  EXPECT_EQ(session.end_of_header("4X"), Answer::kNoReply);
  EXPECT_TRUE(session.holds_up_a_stop());
  session.mail_from("", "postfix-dsn");
  session.header("Subject", "a\n\nthe body\n");
  session.header("Content-Type", "multipart/report; report-type=disposition-notification");
  EXPECT_EQ(session.end_of_header("4X"), Answer::kNoReply);
  EXPECT_FALSE(session.holds_up_a_stop());
  EXPECT_THAT(site.log.take_debug(), ElementsAre("4X: passed reason=receipt"));
}

TEST(Session, ARefusedEditLeavesTheMessageAndOneLine) {
  for (int refused = 0; refused < 4; ++refused) {
    TestSite site;
    Session session(site.surroundings);
    DirectMta mta(session);
    mta.refuse_edit(refused);
    const MailTransaction mail = own_report(sample_report());
    const MailResult result = mta.deliver(mail);
    EXPECT_EQ(result.delivered, mail.message);
    EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr("passed reason=\"the MTA refused")));
  }
}

TEST(Session, CallsOutOfOrderPass) {
  TestSite site;
  Session session(site.surroundings);
  std::vector<testing::RequestedEdit> edits;
  EXPECT_EQ(session.recipient("<a@b>"), Answer::kNoReply);
  EXPECT_EQ(session.header("A", "b"), Answer::kNoReply);
  EXPECT_EQ(session.end_of_header(""), Answer::kNoReply);
  EXPECT_EQ(session.body("x"), Answer::kNoReply);
  session.abort();
  EXPECT_EQ(session.mail_from("", "postfix-dsn"), Answer::kContinue);
  EXPECT_EQ(session.body("body before the header's end"), Answer::kNoReply);
  session.abort();
  session.abort();
  EXPECT_THAT(site.log.take(), IsEmpty());
}

TEST(Session, NothingOfAMessageReachesTheNext) {
  TestSite site;
  Session session(site.surroundings);
  DirectMta mta(session);
  const MailResult first = mta.deliver(own_report(sample_report()));
  // MAIL again without an abort between.
  session.mail_from("", "postfix-dsn");
  session.recipient("<other@box.example>");
  session.header("Content-Type", "text/plain");
  const MailResult second = mta.deliver(own_report(sample_report()));
  EXPECT_EQ(first.delivered, second.delivered);
  EXPECT_EQ(site.in_flight.held(), 0U);
}

TEST(Session, AfterAnExceptionOneLineIsLogged) {
  TestSite site;
  Session session(site.surroundings);
  session.mail_from("", "postfix-dsn");
  session.give_up("out of \n memory");
  EXPECT_EQ(session.body("x"), Answer::kNoReply);
  EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr("passed reason=\"exception: out of")));
}

}  // namespace
}  // namespace plainbounce
