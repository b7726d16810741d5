// Whatever breaks: the message stays as it was, and one line says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "milter/session.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/direct_mta.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/ordered_fault.h"
#include "tests/support/milter/sample_messages.h"
#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

using testing::DirectMta;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kAllStages;
using testing::MailResult;
using testing::MailTransaction;
using testing::make_snapshot;
using testing::OrderedFault;
using testing::own_report;
using testing::sample_report;
using testing::TestSite;

TEST(FailOpen, EveryStageAndKindOfFault) {
  using Kind = OrderedFault::Kind;
  for (const Stage stage : kAllStages) {
    for (const Kind kind : {Kind::kError, Kind::kException, Kind::kStrangeException}) {
      OrderedFault fault(stage, kind);
      TestSite site(&fault);
      Session session(site.surroundings);
      const MailTransaction mail = own_report(sample_report());
      const MailResult result = DirectMta(session).deliver(mail);
      EXPECT_EQ(result.delivered, mail.message) << to_string(stage);
      EXPECT_TRUE(result.edits.empty()) << to_string(stage);
      const std::string wanted =
          "4XTEST: passed reason=\"error at " + std::string(to_string(stage)) + ": ";
      EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr(wanted)));
    }
  }
}

TEST(FailOpen, EveryLimit) {
  struct Case {
    const char* label;
    void (*tighten)(Limits&);
  };
  for (const Case& c : {Case{"message bytes", [](Limits& l) { l.message_bytes = 1000; }},
                        Case{"header bytes", [](Limits& l) { l.header_bytes = 100; }},
                        Case{"header fields", [](Limits& l) { l.header_fields = 3; }},
                        Case{"parts", [](Limits& l) { l.parts = 2; }},
                        Case{"depth", [](Limits& l) { l.part_depth = 0; }},
                        Case{"report bytes", [](Limits& l) { l.report_bytes = 50; }},
                        Case{"recipients", [](Limits& l) { l.recipients = 1; }}}) {
    TestSite site(make_snapshot([&c](Snapshot& s) { c.tighten(s.limits); }));
    Session session(site.surroundings);
    const MailTransaction mail = own_report(sample_report({{}, {"b@far.example"}}));
    const MailResult result = DirectMta(session).deliver(mail);
    EXPECT_EQ(result.delivered, mail.message) << c.label;
    EXPECT_THAT(site.log.take(), ElementsAre(HasSubstr("passed reason="))) << c.label;
  }
}

// The same through libmilter and a socket.
TEST(FailOpen, ThroughTheDaemon) {
  for (const Stage stage : kAllStages) {
    for (const char* kind : {"error", "exception", "strange"}) {
      const std::string fault = std::string(to_string(stage)) + ":" + kind;
      testing::DaemonProcess daemon(testing::faulty_daemon_program(), "",
                                    {{"PLAINBOUNCE_FAULT", fault}});
      ASSERT_TRUE(daemon.start()) << daemon.log();
      testing::FakeMta mta(daemon.address());
      ASSERT_TRUE(mta.negotiate());
      const MailTransaction mail = own_report(sample_report());
      const MailResult result = mta.deliver(mail);
      EXPECT_FALSE(result.broken) << fault;
      EXPECT_EQ(result.delivered, mail.message) << fault;
      mta.quit();
      EXPECT_EQ(daemon.stop(), 0) << fault;
      EXPECT_EQ(daemon.log_lines("4XTEST").size(), 1U) << daemon.log();
      EXPECT_EQ(daemon.log_lines("error at " + std::string(to_string(stage))).size(), 1U) << fault;
    }
  }
}

}  // namespace
}  // namespace plainbounce
