// The daemon's end of the milter protocol, from the MTA's side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

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

class Protocol : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(daemon_.start()) << daemon_.log(); }
  void TearDown() override {
    EXPECT_TRUE(daemon_.is_running()) << daemon_.log();
    EXPECT_EQ(daemon_.stop(), 0) << daemon_.log();
    EXPECT_EQ(testing::replies_seen('r') + testing::replies_seen('t') + testing::replies_seen('d') +
                  testing::replies_seen('y') + testing::replies_seen('q'),
              0U);
  }
  // On a connection of its own.
  MailResult deliver(const MailTransaction& mail) {
    FakeMta mta(daemon_.address());
    EXPECT_TRUE(mta.negotiate());
    MailResult result = mta.deliver(mail);
    mta.quit();
    return result;
  }
  DaemonProcess daemon_{testing::daemon_program()};
};

TEST_F(Protocol, AsksForNothingThatItDoesNotUse) {
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  // Actions: add headers, change the body, change headers; libmilter keeps the macro list's to
  // itself. Steps: no HELO, DATA, unknown commands; no reply to connection, recipients, headers,
  // their end and body.
  EXPECT_EQ(mta.actions() & ~0x100U, 0x1U | 0x2U | 0x10U);
  EXPECT_EQ(mta.steps(), 0x2U | 0x200U | 0x100U | 0x1000U | 0x8000U | 0x80U | 0x40000U | 0x80000U);
  const std::map<uint32_t, std::string> wanted = {
      {0, "{daemon_name}"}, {1, ""}, {2, ""}, {3, ""}, {4, ""}, {5, "i"}, {6, "i"}};
  EXPECT_EQ(mta.macros(), wanted);
}

TEST_F(Protocol, ExplainsAReport) {
  const MailTransaction mail = own_report(sample_report());
  const MailResult result = deliver(mail);
  EXPECT_THAT(result.delivered, HasSubstr("\r\nX-Bounce-Explanation: "));
  EXPECT_THAT(result.delivered, HasSubstr("\r\nAddress not found\r\n"));
  EXPECT_EQ(result.replies, (std::vector<char>{'c', 'c'}));
}

TEST_F(Protocol, NotOneBodyByteOfOrdinaryMailCrosses) {
  const MailTransaction mail = from_outside("<alice@box.example>", sample_mail(1000000));
  const MailResult result = deliver(mail);
  EXPECT_EQ(result.replies, std::vector<char>{'a'});
  EXPECT_EQ(result.body_bytes_sent, 0U);
  EXPECT_EQ(result.delivered, mail.message);
}

TEST_F(Protocol, OldAndPoorMtasGetTheirMailUnharmed) {
  struct Case {
    const char* label;
    testing::MtaOffer offer;
    bool edits;
  };
  for (const Case& c :
       {Case{"everything", {6, 0x1ff, 0x1fffff}, true},
        Case{"no replies left out", {6, 0x1ff, 0x7f}, true},
        Case{"no macro lists", {6, 0xff, 0x1fffff}, true}, Case{"version 2", {2, 0x3f, 0x7f}, true},
        Case{"may add headers only", {6, 0x1, 0x1fffff}, false},
        Case{"may quarantine only", {6, 0x20, 0x1fffff}, false}}) {
    FakeMta mta(daemon_.address(), c.offer);
    ASSERT_TRUE(mta.negotiate()) << c.label;
    const MailTransaction mail = own_report(sample_report());
    for (int i = 0; i < 2; ++i) {
      const MailResult result = mta.deliver(mail);
      EXPECT_FALSE(result.broken) << c.label;
      EXPECT_EQ(result.delivered != mail.message, c.edits) << c.label;
    }
    mta.quit();
  }
}

TEST_F(Protocol, ManyMessagesOnOneConnection) {
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  const MailTransaction report = own_report(sample_report());
  const std::string explained = deliver(report).delivered;
  MailTransaction ordinary = from_outside("<a@box.example>", sample_mail(5000));
  MailTransaction null_sender = from_outside("<>", sample_mail(5000));
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(mta.deliver(report).delivered, explained);
    mta.begin_and_abort(report);
    mta.begin_and_abort(ordinary);
    EXPECT_EQ(mta.deliver(ordinary).delivered, ordinary.message);
    mta.begin_and_abort(report);
    EXPECT_EQ(mta.deliver(null_sender).delivered, null_sender.message);
    mta.begin(report, 10);  // MAIL follows without an abort
  }
  EXPECT_EQ(mta.deliver(report).delivered, explained);
  mta.quit();
}

TEST_F(Protocol, AnotherConnectionOverTheSameSocket) {
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  const MailTransaction report = own_report(sample_report());
  const std::string explained = mta.deliver(report).delivered;
  EXPECT_NE(explained, report.message);
  for (int i = 0; i < 5; ++i) {
    mta.quit_for_new_connection();
    EXPECT_EQ(mta.deliver(report).delivered, explained);
  }
  mta.quit();
}

TEST_F(Protocol, ConnectAndCloseAtEveryPoint) {
  const MailTransaction report = own_report(sample_report());
  for (int round = 0; round < 20; ++round) {
    FakeMta silent(daemon_.address());
    EXPECT_TRUE(silent.is_open());
    silent.close();
    FakeMta negotiated(daemon_.address());
    negotiated.negotiate();
    negotiated.close();
    FakeMta in_body(daemon_.address());
    in_body.negotiate();
    in_body.begin(report, 100);
    in_body.close();
    FakeMta at_end(daemon_.address());
    at_end.negotiate();
    at_end.begin(report, 0);
    at_end.send_raw(std::string("\0\0\0\1E", 5));
    at_end.close();
  }
  EXPECT_NE(deliver(report).delivered, report.message);
}

TEST_F(Protocol, Garbage) {
  const std::vector<std::string> kinds = {"GET / HTTP/1.1\r\n\r\n",
                                          std::string("\0\0\0\0", 4),
                                          std::string("\xff\xff\xff\xffO", 5),
                                          std::string("\0\0\0\1Z", 5),
                                          std::string("\0\0\0\5O\0\0\0\6", 9),
                                          std::string("\0\0\0\1E\0\0\0\1E\0\0\0\1B", 15),
                                          std::string("\0\0\0\3LAB", 7),
                                          std::string(100000, 'x')};
  for (const std::string& garbage : kinds) {
    for (const bool negotiated : {false, true}) {
      FakeMta mta(daemon_.address());
      if (negotiated) mta.negotiate();
      mta.send_raw(garbage);
      mta.close();
    }
  }
  // In the middle of a message.
  const MailTransaction report = own_report(sample_report());
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  mta.begin(report, 100);
  mta.send_raw(
      std::string("\x7f\xff\xff\xff"
                  "B",
                  5));
  EXPECT_TRUE(mta.wait_for_hangup());
  EXPECT_NE(deliver(report).delivered, report.message);
}

// A macro's name without its value, behind a pair or alone, for each command that asks for macros.
TEST_F(Protocol, MacroNamesWithoutValues) {
  const std::string negotiation("\0\0\0\x0dO\0\0\0\6\0\0\1\xff\0\x1f\xff\xff", 17);
  // Its bytes are what stands behind the next short list of macros.
  const std::string connection(
      "\0\0\0\x18"
      "Clocalhost\0"
      "4\0\x19"
      "127.0.0.1\0",
      28);
  const std::string mail("\0\0\0\4M<>\0", 8);
  const std::vector<std::string> kinds = {std::string("\0\0\0\x1c"
                                                      "DM{daemon_name}=postfix-dsn\0",
                                                      32),
                                          std::string("\0\0\0\x12"
                                                      "DC{daemon_name}x\0",
                                                      22) +
                                              std::string("\0\0\0\6DMi\0v\0", 10),
                                          std::string("\0\0\0\4DMi\0", 8),
                                          std::string("\0\0\0\x0e"
                                                      "DMi\0value\0{a}\0",
                                                      18),
                                          std::string("\0\0\0\7DMi\0v\0x", 11),
                                          std::string("\0\0\0\2DM", 6)};
  for (int i = 0; i < 20; ++i) {
    for (const std::string& macros : kinds) {
      FakeMta mta(daemon_.address());
      mta.send_raw(negotiation + connection + macros + mail + std::string("\0\0\0\1Q", 5));
      EXPECT_TRUE(mta.wait_for_hangup());
    }
  }
  const MailTransaction report = own_report(sample_report());
  EXPECT_NE(deliver(report).delivered, report.message);
}

TEST_F(Protocol, ADaemonNameOfAnotherMessageOrConnectionMarksNothing) {
  MailTransaction copy = own_report(sample_report());
  copy.sender = "double-bounce@box.example";
  copy.daemon_name = "mx.box.example";
  FakeMta mta(daemon_.address());
  ASSERT_TRUE(mta.negotiate());
  EXPECT_EQ(mta.deliver(copy).delivered, copy.message);
  // libmilter keeps it: the macro packets of the messages that follow are empty.
  mta.send_raw(
      std::string("\0\0\0\x1c"
                  "DM{daemon_name}\0postfix-dsn\0",
                  32));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(mta.deliver(copy).delivered, copy.message);
  // libmilter ignores "new connection" behind a message that was accepted early.
  copy.daemon_name = "postfix-dsn";
  mta.quit_for_new_connection();
  EXPECT_EQ(mta.deliver(copy).delivered, copy.message);

  FakeMta other(daemon_.address());
  ASSERT_TRUE(other.negotiate());
  EXPECT_NE(other.deliver(copy).delivered, copy.message);
  copy.daemon_name = "mx.box.example";
  other.quit_for_new_connection();
  EXPECT_EQ(other.deliver(copy).delivered, copy.message);
}

TEST_F(Protocol, ForgedMarkersAreTakenOutOrTrustedAsTheyCome) {
  const std::string explained = deliver(own_report(sample_report())).delivered;
  const size_t marker_at = explained.find("X-Bounce-Explained-By: ");
  ASSERT_NE(marker_at, std::string::npos);
  const std::string marker =
      explained.substr(marker_at, explained.find("\r\n", marker_at) - marker_at) + "\n";
  struct Case {
    const char* label;
    std::string header;
    const char* daemon_name;
    const char* client;
    bool passes;
  };
  for (const Case& c :
       {Case{"ours, over loopback", marker, "mx", "127.0.0.1", true},
        Case{"ours, over loopback 6", marker, "mx", "::1", true},
        Case{"ours, from the own service", marker, "postfix-dsn", "", true},
        Case{"ours, from outside", marker, "mx", "192.0.2.99", false},
        Case{"ours, from nowhere", marker, "mx", "", false},
        Case{"another host's", "X-Bounce-Explained-By: plainbounce 1.0 (evil.example)\n", "mx",
             "127.0.0.1", false},
        Case{"forged fields", "X-Bounce-Explanation: click here\nx-bounce-cause: none\n", "mx",
             "192.0.2.99", false}}) {
    MailTransaction mail = from_outside("<>", sample_report({{}}, 200, c.header));
    mail.daemon_name = c.daemon_name;
    mail.client_address = c.client;
    const std::string delivered = deliver(mail).delivered;
    EXPECT_EQ(delivered == mail.message, c.passes) << c.label;
    if (c.passes) continue;
    EXPECT_EQ(delivered.find("click here"), std::string::npos) << c.label;
    EXPECT_EQ(delivered.find("evil.example"), std::string::npos) << c.label;
    size_t markers = 0;
    for (const auto& field : testing::fields_of(delivered)) {
      if (field.first == "X-Bounce-Explained-By") ++markers;
    }
    EXPECT_EQ(markers, 1U) << c.label;
  }
}

TEST_F(Protocol, HostileRepliesStayOneHeaderAndOneLogLine) {
  const std::string hostile =
      "550 5.1.1 <b>\"quoted\"; x=y</b>\r X-Evil: 1 \xe2\x80\xae reversed " +
      std::string(2000, 'A');
  const MailTransaction mail =
      own_report(sample_report({{"nouser@far.example", "failed", "5.1.1", hostile}}));
  const std::string delivered = deliver(mail).delivered;
  for (const auto& field : testing::fields_of(delivered)) {
    EXPECT_NE(field.first, "X-Evil");
    if (!field.first.starts_with("X-Bounce")) continue;
    for (const char c : field.second) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
  }
  EXPECT_EQ(daemon_.log_lines("4XTEST").size(), 1U);
}

// One write: whoever has seen the first byte can read all the rest, even when the daemon is killed
// at that moment.
TEST_F(Protocol, AKilledDaemonLeavesAllOrNothing) {
  struct Murder {
    DaemonProcess* daemon;
  };
  const MailTransaction mail = own_report(sample_report({{}}, 100000));
  const std::string explained = deliver(mail).delivered;
  ASSERT_NE(explained, mail.message);
  for (int round = 0; round < 30; ++round) {
    DaemonProcess victim(testing::daemon_program());
    ASSERT_TRUE(victim.start()) << victim.log();
    FakeMta mta(victim.address());
    ASSERT_TRUE(mta.negotiate());
    Murder murder{&victim};
    mta.after_first_byte_argument = &murder;
    mta.after_first_byte = [](void* argument) {
      DaemonProcess& daemon = *static_cast<Murder*>(argument)->daemon;
      daemon.signal(SIGKILL);
      daemon.wait_for_exit();
    };
    const MailResult result = mta.deliver(mail);
    EXPECT_EQ(result.delivered, explained) << round;
    EXPECT_FALSE(result.broken) << round;
  }
}

}  // namespace
}  // namespace plainbounce
