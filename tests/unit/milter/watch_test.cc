// The daemon with [replies] watch = yes, from the MTA's side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/sample_messages.h"

namespace plainbounce {
namespace {

using testing::DaemonProcess;
using testing::FakeMta;
using testing::from_outside;
using ::testing::HasSubstr;
using testing::MailResult;
using testing::MailTransaction;
using testing::own_report;
using testing::sample_mail;
using testing::sample_report;

constexpr uint32_t kRefusedRecipients = testing::milter_step::kRefusedRecipients;
constexpr uint32_t kNoData = testing::milter_step::kNoData;

class Watch : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(daemon_.start()) << daemon_.log(); }
  void TearDown() override { EXPECT_EQ(daemon_.stop(), 0) << daemon_.log(); }
  static MailTransaction ordinary() {
    MailTransaction mail = from_outside("<alice@far.example>", sample_mail(100000));
    mail.refused = {{"<nouser@box.example>", "5.1.1",
                     "Recipient address rejected: User unknown in local recipient table"},
                    {"<bob@else.example>", "5.7.1", "Relay access denied"}};
    return mail;
  }
  DaemonProcess daemon_{testing::daemon_program(), "[replies]\nwatch = yes\n"};
};

TEST_F(Watch, AsksForRefusedRecipientsAndTheirReasons) {
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  EXPECT_EQ(mta.steps(), 0x2U | 0x800U | 0x100U | 0x1000U | 0x8000U | 0x80U | 0x40000U | 0x80000U);
  EXPECT_EQ(mta.macros().at(testing::kAtRcpt), "{rcpt_mailer} {rcpt_host} {rcpt_addr}");
}

TEST_F(Watch, RefusedRecipientsAreLoggedAndCountedAndNoBodyCrosses) {
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  for (int i = 0; i < 3; ++i) {
    const MailResult result = mta.deliver(ordinary());
    EXPECT_EQ(result.replies, (std::vector<char>{'c', 'a'}));
    EXPECT_EQ(result.body_bytes_sent, 0U);
    EXPECT_EQ(result.delivered, ordinary().message);
  }
  mta.quit();
  EXPECT_EQ(daemon_.log_lines("rejected cause=address-unknown").size(), 3U);
  EXPECT_EQ(daemon_.log_lines("rejected cause=relay-denied").size(), 3U);
  EXPECT_EQ(daemon_.stop(), 0);
  EXPECT_THAT(daemon_.log(), HasSubstr("since the start: 6 address-unknown=3 relay-denied=3"));
}

TEST_F(Watch, BouncesAreExplainedAsEver) {
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(mta.deliver(ordinary()).replies, (std::vector<char>{'c', 'a'}));
    MailTransaction report = own_report(sample_report());
    report.refused = {{"<nouser@box.example>", "5.1.1", "User unknown"}};
    const MailResult result = mta.deliver(report);
    EXPECT_THAT(result.delivered, HasSubstr("\r\nX-Bounce-Explanation: "));
    EXPECT_EQ(result.replies, (std::vector<char>{'c', 'c', 'c'}));
  }
}

// Without a DATA step, or where refused recipients are not told, nothing is gained by waiting.
TEST_F(Watch, AnMtaThatCannotTellGetsTheUsualOffer) {
  for (const uint32_t missing : {kRefusedRecipients, kNoData}) {
    FakeMta mta(daemon_.address(), {6, 0x1ff, 0x1fffffU & ~missing});
    ASSERT_TRUE(mta.negotiate());
    EXPECT_EQ(mta.steps() & kRefusedRecipients, 0U);
    const MailResult result = mta.deliver(ordinary());
    EXPECT_EQ(result.replies, std::vector<char>{'a'});
    EXPECT_EQ(result.body_bytes_sent, 0U);
    EXPECT_THAT(mta.deliver(own_report(sample_report())).delivered,
                HasSubstr("\r\nX-Bounce-Explanation: "));
  }
}

TEST_F(Watch, AReloadHoldsForNewConnections) {
  FakeMta before(daemon_.address());
  ASSERT_TRUE(before.negotiate());
  daemon_.write_settings("[replies]\nwatch = no\n");
  ASSERT_TRUE(daemon_.reload());
  FakeMta behind(daemon_.address());
  ASSERT_TRUE(behind.negotiate());
  EXPECT_EQ(before.deliver(ordinary()).replies, (std::vector<char>{'c', 'a'}));
  EXPECT_EQ(behind.deliver(ordinary()).replies, std::vector<char>{'a'});
  EXPECT_EQ(daemon_.log_lines(": rejected ").size(), 2U);
}

}  // namespace
}  // namespace plainbounce
