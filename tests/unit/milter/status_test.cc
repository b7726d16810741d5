// Figures, events, health and watchdog of the real daemon.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "milter/session_workers.h"
#include "tests/support/files.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/sample_messages.h"
#include "tests/support/milter/socketmap_client.h"
#include "tests/support/milter/status_client.h"
#include "tests/support/sanitized.h"

namespace plainbounce {
namespace {

using testing::DaemonProcess;
using testing::FakeMta;
using ::testing::HasSubstr;
using testing::MailTransaction;
using ::testing::Not;
using testing::own_report;
using testing::read_file;
using testing::sample_report;
using ::testing::StartsWith;
using testing::status_page;
using testing::TemporaryDirectory;
using testing::wait_until;

SocketAddress unix_socket(const std::string& path) {
  SocketAddress address;
  address.path = path;
  return address;
}

void deliver(const SocketAddress& address, const MailTransaction& mail, bool changed = true) {
  FakeMta mta(address);
  ASSERT_TRUE(mta.is_open() && mta.negotiate());
  EXPECT_EQ(mta.deliver(mail).edits.empty(), !changed);
  mta.quit();
}

size_t lines_in(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path).rdbuf();  // nothing where there is no file
  const std::string text = bytes.str();
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

class StatusTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string settings(const std::string& more = "") const {
    return "[status]\nlisten = " + address.postfix_spelling() + "\ntextfile = " + textfile +
           "\n[log]\nevents = " + events + "\n" + more;
  }
  [[nodiscard]] std::string page(const std::string& path) const {
    return status_page(address, path);
  }

  TemporaryDirectory directory;
  SocketAddress address = unix_socket(directory.file("status.sock"));
  std::string textfile = directory.file("figures.prom");
  std::string events = directory.file("events.json");
};

// A reload that comes to its end behind TERM once began the watch of the milter again, which then
// missed the socket.
TEST_F(StatusTest, AReloadThatIsUnderWayAtTheStopBeginsNothingAgain) {
  DaemonProcess daemon(testing::daemon_program(), settings());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  FakeMta mta(daemon.address());
  ASSERT_TRUE(mta.is_open() && mta.negotiate());
  ASSERT_TRUE(mta.begin(own_report(sample_report()), 1));  // the stop waits a moment for the rest
  daemon.signal(SIGHUP);
  EXPECT_EQ(daemon.stop(), 0);
  const std::string log = daemon.log();
  const size_t stopping = log.find("stopping");
  ASSERT_NE(stopping, std::string::npos) << log;
  EXPECT_THAT(log.substr(stopping), Not(HasSubstr("reloaded")));
  EXPECT_THAT(log, Not(HasSubstr("does not answer")));
}

TEST_F(StatusTest, FiguresEventsAndFileTellOfABounce) {
  DaemonProcess daemon(testing::daemon_program(), settings());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  struct stat there = {};
  ASSERT_EQ(::lstat(address.path.c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0777U, 0660U);
  deliver(daemon.address(), own_report(sample_report()));
  deliver(daemon.address(), testing::from_outside("<>", testing::sample_mail(100)), false);
  const std::string metrics = page("/metrics");
  EXPECT_THAT(metrics, StartsWith("HTTP/1.1 200 "));
  const std::string counted =
      "plainbounce_recipients_total{cause=\"address-unknown\",outlook=\"final\"} 1\n";
  EXPECT_THAT(metrics, HasSubstr(counted));
  EXPECT_THAT(metrics,
              HasSubstr("plainbounce_messages_total{kind=\"report\",result=\"body\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("plainbounce_passed_total{reason=\"no bounce\"} 1\n"));
  EXPECT_TRUE(
      wait_until([&] { return page("/healthz").find("\r\n\r\nok\n") != std::string::npos; }));
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_NE(::access(address.path.c_str(), F_OK), 0);
  EXPECT_THAT(read_file(textfile), HasSubstr(counted));
  ASSERT_EQ(lines_in(events), 1U);
  const std::string event = read_file(events);
  EXPECT_THAT(event, HasSubstr(R"("queue_id": "4XTEST", "original_queue_id": "3ORIGINAL", )"));
  EXPECT_THAT(event, HasSubstr(R"("mode": "body", "reason": null, "cause": "address-unknown")"));
  EXPECT_THAT(event, Not(HasSubstr("@")));
}

TEST_F(StatusTest, AddressesAreToldOnlyWhenAskedFor) {
  DaemonProcess daemon(testing::daemon_program(), settings("addresses = yes\n"));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  deliver(daemon.address(), own_report(sample_report()));
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_THAT(read_file(events), HasSubstr("\"recipient\": \""));
}

TEST_F(StatusTest, AReloadOpensTheEventsAgainAlsoWhenItFails) {
  DaemonProcess daemon(testing::daemon_program(), settings());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  for (const bool good : {true, false}) {
    deliver(daemon.address(), own_report(sample_report()));
    ASSERT_TRUE(wait_until([&] { return lines_in(events) == 1; }));
    const std::string moved = events + (good ? ".1" : ".2");
    ASSERT_EQ(std::rename(events.c_str(), moved.c_str()), 0);
    if (!good) daemon.directory().write("plainbounce.ini", "[nonsense]\n");
    ASSERT_TRUE(daemon.reload());
    ASSERT_TRUE(wait_until([&] { return ::access(events.c_str(), F_OK) == 0; }));
    EXPECT_EQ(lines_in(moved), 1U);
  }
  deliver(daemon.address(), own_report(sample_report()));
  const std::string metrics = page("/metrics");
  for (const char* line :
       {"plainbounce_reloads_total{result=\"ok\"} 1\n",
        "plainbounce_reloads_total{result=\"failed\"} 1\n", "plainbounce_last_reload_failed 1\n"}) {
    EXPECT_THAT(metrics, HasSubstr(line));
  }
  EXPECT_THAT(page("/healthz"), HasSubstr("reload: the last one failed"));
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_EQ(lines_in(events), 1U);
}

TEST_F(StatusTest, KeysThatComeWithAReloadHoldAtOnce) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  daemon.write_settings(settings());
  ASSERT_TRUE(daemon.reload());
  EXPECT_TRUE(daemon.wait_for_log("status.listen changes with a restart only"));
  EXPECT_TRUE(wait_until([&] { return ::access(textfile.c_str(), F_OK) == 0; }));
  deliver(daemon.address(), own_report(sample_report()));
  EXPECT_TRUE(wait_until([&] { return lines_in(events) == 1; }));
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
}

TEST_F(StatusTest, AFileOfEventsThatCannotBeWrittenHurtsNoBounce) {
  const std::string pipe = directory.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const struct {
    std::string events;
    const char* line;
  } cases[] = {{pipe, "it is no plain file; no events are written"},
               {"/dev/full", "No space left on device; events are dropped"},
               {directory.file("missing/x"), "No such file or directory; no events are written"}};
  for (const auto& c : cases) {
    events = c.events;
    DaemonProcess daemon(testing::daemon_program(), settings());
    ASSERT_TRUE(daemon.start()) << daemon.log();
    for (int i = 0; i < 3; ++i) deliver(daemon.address(), own_report(sample_report()));
    EXPECT_TRUE(daemon.wait_for_log(c.line)) << daemon.log();
    EXPECT_TRUE(wait_until([&] {
      return page("/metrics").find("plainbounce_events_total{result=\"dropped\"} 3\n") !=
             std::string::npos;
    })) << c.events;
    EXPECT_EQ(daemon.stop(), 0) << daemon.log();
    EXPECT_EQ(daemon.log_lines("log.events: dropped=3 since this was told last").size(), 1U);
  }
}

TEST_F(StatusTest, LinesThatStrangersCauseAreHeldBackAndTold) {
  DaemonProcess daemon(testing::daemon_program(), settings("lines_per_minute = 5\n"));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  MailTransaction stranger = testing::from_outside("<>", sample_report());
  stranger.queue_id = "4XSTRANGE";
  // A minute may end in between.
  for (int i = 0; i < 20; ++i) deliver(daemon.address(), stranger);
  for (int i = 0; i < 20; ++i) deliver(daemon.address(), own_report(sample_report()));
  const std::string metrics = page("/metrics");
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  const size_t written = daemon.log_lines("4XSTRANGE: ").size();
  EXPECT_GE(written, 5U);
  EXPECT_LE(written, 10U);
  EXPECT_EQ(daemon.log_lines("4XTEST: explained").size(), 20U);
  const std::string held = std::to_string(20 - written);
  EXPECT_EQ(daemon.log_lines("log lines held back: elsewhere=" + held).size(), 1U) << daemon.log();
  EXPECT_THAT(metrics, HasSubstr("plainbounce_log_lines_held_back_total{kind=\"elsewhere\"} " +
                                 held + "\n"));
  EXPECT_EQ(lines_in(events), 40U);
}

TEST_F(StatusTest, RepliesAreCountedByMapAndAnswer) {
  const SocketAddress map = unix_socket(directory.file("replies.sock"));
  DaemonProcess daemon(testing::daemon_program(),
                       settings("[replies]\nsocket = " + map.postfix_spelling() + "\n"));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  testing::SocketmapClient client(map);
  EXPECT_TRUE(client.lookup("footer", "552 5.2.2 <x@box.example>: Mailbox full"));
  EXPECT_TRUE(client.lookup("footer", "250 Ok"));
  EXPECT_TRUE(client.lookup("dsn", "2.0.0 250 Ok"));
  EXPECT_TRUE(client.lookup("stranger", "x"));
  const std::string metrics = page("/metrics");
  for (const char* line : {"plainbounce_replies_total{map=\"footer\",answer=\"found\"} 1\n",
                           "plainbounce_replies_total{map=\"footer\",answer=\"not-found\"} 1\n",
                           "plainbounce_replies_total{map=\"dsn\",answer=\"not-found\"} 1\n",
                           "plainbounce_replies_total{map=\"other\",answer=\"error\"} 1\n"}) {
    EXPECT_THAT(metrics, HasSubstr(line));
  }
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
}

// Every thread that serves connections is inside a message for ever.
class HungMilter {
 public:
  explicit HungMilter(const SocketAddress& address) {
    for (size_t i = 0; i < SessionWorkers::count(); ++i) {
      mtas_.push_back(std::make_unique<FakeMta>(address));
      EXPECT_TRUE(mtas_.back()->negotiate());
      mtas_.back()->send_without_reading(own_report(sample_report()));
    }
  }

 private:
  std::vector<std::unique_ptr<FakeMta>> mtas_;
};

TEST_F(StatusTest, AHungMilterIsNotHealthyAndSystemdHearsNothing) {
  DaemonProcess daemon(testing::faulty_daemon_program(), settings(),
                       {{"PLAINBOUNCE_FAULT", "split:hang"}, {"WATCHDOG_USEC", "2000000"}});
  ASSERT_TRUE(daemon.start()) << daemon.log();
  ASSERT_TRUE(daemon.wait_for_notice("WATCHDOG=1"));
  ASSERT_TRUE(wait_until([&] { return page("/healthz").starts_with("HTTP/1.1 200 "); }));
  const HungMilter hung(daemon.address());
  ASSERT_TRUE(wait_until([&] { return page("/healthz").starts_with("HTTP/1.1 503 "); }));
  EXPECT_THAT(page("/healthz"),
              HasSubstr("failed\nmilter: does not answer (answer: Connection timed out)\n"));
  EXPECT_FALSE(
      daemon.log_lines("the milter does not answer: answer: Connection timed out").empty());
  EXPECT_THAT(page("/metrics"), HasSubstr("plainbounce_milter_up 0\n"));
  // What was said before is read away; from here on there is silence for longer than systemd waits.
  EXPECT_TRUE(daemon.is_silent("WATCHDOG=1", std::chrono::milliseconds(2500))) << daemon.log();
  daemon.signal(SIGKILL);
  daemon.wait_for_exit();
}

// As many messages as there are threads are being worked on at any time, by far more connections
// than those.
TEST_F(StatusTest, ABusyMilterIsHealthy) {
  DaemonProcess daemon(testing::daemon_program(), settings(), {{"WATCHDOG_USEC", "4000000"}});
  ASSERT_TRUE(daemon.start()) << daemon.log();
  std::vector<std::thread> busy;
  for (int thread = 0; thread < 24; ++thread) {
    busy.emplace_back([&daemon] {
      for (int i = 0; i < 50; ++i) deliver(daemon.address(), own_report(sample_report()));
    });
  }
  for (int notice = 0; notice < 2; ++notice) EXPECT_TRUE(daemon.wait_for_notice("WATCHDOG=1"));
  for (std::thread& thread : busy) thread.join();
  EXPECT_TRUE(daemon.log_lines("the milter does not answer").empty()) << daemon.log();
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
}

// Out of descriptors, with idle connections: nobody new is served, but nothing hangs.
TEST_F(StatusTest, AMilterOutOfDescriptorsIsNotKilled) {
  if (testing::kTypesAreChecked) GTEST_SKIP() << "the sanitizer needs descriptors itself";
  DaemonProcess daemon(testing::daemon_program(), "", {{"WATCHDOG_USEC", "2000000"}});
  daemon.limit_open_files(40);
  ASSERT_TRUE(daemon.start()) << daemon.log();
  std::vector<std::unique_ptr<FakeMta>> idle;
  for (int i = 0; i < 45; ++i) idle.push_back(std::make_unique<FakeMta>(daemon.address()));
  ASSERT_TRUE(daemon.wait_for_log("new connections wait until others close"));
  EXPECT_FALSE(daemon.is_silent("WATCHDOG=1", std::chrono::seconds(30)));
  for (int notice = 0; notice < 2; ++notice) EXPECT_TRUE(daemon.wait_for_notice("WATCHDOG=1"));
  EXPECT_TRUE(daemon.log_lines("the milter does not answer").empty()) << daemon.log();
  idle.clear();
  deliver(daemon.address(), own_report(sample_report()));
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
}

TEST_F(StatusTest, ASocketThatIsTakenEndsTheStartAndLeavesNoOther) {
  DaemonProcess first(testing::daemon_program(), settings());
  ASSERT_TRUE(first.start()) << first.log();
  DaemonProcess second(testing::daemon_program(), settings());
  EXPECT_FALSE(second.start());
  EXPECT_EQ(second.wait_for_exit(), 3);
  EXPECT_EQ(second.log_lines(address.path + " is in use by a running program").size(), 1U);
  EXPECT_NE(::access(second.address().path.c_str(), F_OK), 0);
  EXPECT_THAT(page("/"), HasSubstr("/metrics"));
  EXPECT_EQ(first.stop(), 0);
}

}  // namespace
}  // namespace plainbounce
