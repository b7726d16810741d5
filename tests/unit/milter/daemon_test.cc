// Start, reload, stop, sockets and configuration errors of the real daemon.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "tests/support/files.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/sample_messages.h"

namespace plainbounce {
namespace {

using testing::DaemonProcess;
using testing::FakeMta;
using ::testing::HasSubstr;
using testing::MailResult;
using testing::MailTransaction;
using ::testing::Not;
using testing::own_report;
using testing::sample_report;

bool exists(const std::string& path) {
  struct stat there = {};
  return ::lstat(path.c_str(), &there) == 0;
}

std::string delivered_by(const SocketAddress& address, const MailTransaction& mail) {
  FakeMta mta(address);
  if (!mta.is_open() || !mta.negotiate()) return "no connection";
  const MailResult result = mta.deliver(mail);
  mta.quit();
  return result.broken ? "broken" : result.delivered;
}

bool explains(const SocketAddress& address) {
  return delivered_by(address, own_report(sample_report())).find("X-Bounce-Explanation: ") !=
         std::string::npos;
}

SocketAddress inet(const std::string& host, SocketAddress::Family family) {
  SocketAddress address;
  address.family = family;
  address.host = host;
  address.port = testing::free_port();
  return address;
}

TEST(Daemon, StartsServesAndStops) {
  for (const int number : {SIGTERM, SIGINT}) {
    DaemonProcess daemon(testing::daemon_program());
    ASSERT_TRUE(daemon.start()) << daemon.log();
    struct stat there = {};
    ASSERT_EQ(::lstat(daemon.address().path.c_str(), &there), 0);
    EXPECT_TRUE(S_ISSOCK(there.st_mode));
    EXPECT_EQ(there.st_mode & 0777U, 0660U);
    EXPECT_TRUE(explains(daemon.address()));
    daemon.signal(number);
    // drain_timeout, 0.7 s for what is being received, and a reserve.
    EXPECT_TRUE(daemon.wait_for_notice("STOPPING=1\nEXTEND_TIMEOUT_USEC=40700000"));
    EXPECT_EQ(daemon.wait_for_exit(), 0) << daemon.log();
    EXPECT_FALSE(exists(daemon.address().path));
    EXPECT_EQ(daemon.log_lines("started version=").size(), 1U);
    EXPECT_THAT(daemon.log(), HasSubstr(" max_open_files="));
    EXPECT_EQ(daemon.log_lines("info: stopped").size(), 1U) << daemon.log();
    EXPECT_THAT(daemon.log(), Not(HasSubstr("packet by packet")));
  }
}

// The dynamic linker's own word that libmilter's calls come to our functions.
TEST(Daemon, LibmilterCallsOurFunctions) {
  DaemonProcess daemon(testing::daemon_program(), "",
                       {{"LD_DEBUG", "bindings"}, {"LD_BIND_NOW", "1"}});
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_EQ(daemon.stop(), 0);
  for (const char* symbol :
       {"symbol `writev'", "symbol `sigwait'", "symbol `mi_rd_cmd'", "symbol `accept'",
        "symbol `poll'", "symbol `mi_start_session'", "symbol `mi_pool_controller_init'"}) {
    size_t ours = 0;
    for (const std::string& line : daemon.log_lines(symbol)) {
      if (line.find("file /") == std::string::npos || line.find("libmilter") == std::string::npos) {
        continue;
      }
      EXPECT_THAT(line, HasSubstr(" to " + testing::daemon_program() + " [0]"));
      ++ours;
    }
    EXPECT_EQ(ours, 1U) << symbol;
  }
}

// While libmilter's own threads are just starting.
TEST(Daemon, ASignalRightAfterReadinessIsHeard) {
  for (int round = 0; round < 25; ++round) {
    DaemonProcess daemon(testing::daemon_program());
    ASSERT_TRUE(daemon.start()) << daemon.log();
    daemon.signal(SIGHUP);
    ASSERT_TRUE(daemon.wait_for_notice("RELOADING=1"));
    daemon.signal(SIGUSR1);
    daemon.signal(SIGHUP);
    EXPECT_EQ(daemon.stop(), 0) << daemon.log();
    EXPECT_EQ(daemon.log_lines("info: stopping").size(), 1U) << daemon.log();
  }
}

TEST(Daemon, ListensOnTheLoopbackInAllFamilies) {
  for (const SocketAddress& address : {inet("127.0.0.1", SocketAddress::Family::kInet4),
                                       inet("::1", SocketAddress::Family::kInet6)}) {
    DaemonProcess daemon(testing::daemon_program());
    daemon.listen_on(address);
    daemon.write_settings("");
    ASSERT_TRUE(daemon.start()) << daemon.log();
    EXPECT_TRUE(explains(address)) << address.milter_spelling();
    // A report that fills the allowed size crosses TCP whole.
    const MailTransaction large = own_report(sample_report({{}}, 120000));
    const std::string delivered = delivered_by(address, large);
    EXPECT_GT(delivered.size(), large.message.size() + 1000);
    EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  }
}

TEST(Daemon, OtherMachinesAreKeptOutUnlessAllowed) {
  DaemonProcess daemon(testing::daemon_program());
  daemon.listen_on(inet("0.0.0.0", SocketAddress::Family::kInet4));
  daemon.write_settings("");
  daemon.launch();
  EXPECT_EQ(daemon.wait_for_exit(), 1);
  EXPECT_THAT(daemon.log(), HasSubstr("allow_remote"));
  const std::string address = daemon.address().milter_spelling();
  daemon.directory().write("plainbounce.ini", "[milter]\nsocket = " + address +
                                                  "\nallow_remote = yes\n[knowledge]\noverlay =\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(Daemon, ConfigurationErrorsEndItWithFileAndLine) {
  for (const bool check_only : {true, false}) {
    DaemonProcess daemon(testing::daemon_program(), "[bounce]\nbodi = add\n");
    if (check_only) daemon.use_arguments({"-n"});
    daemon.launch();
    EXPECT_EQ(daemon.wait_for_exit(), 1) << check_only;
    EXPECT_EQ(daemon.log(), "plainbounced: " + daemon.config_file() +
                                ":6: unknown key \"bodi\" in [bounce]; did you mean \"body\"?\n");
    EXPECT_FALSE(exists(daemon.address().path));
  }
}

TEST(Daemon, ChecksAConfigurationWithoutStarting) {
  DaemonProcess daemon(testing::daemon_program(), "[bounce]\nbody = off\n");
  daemon.use_arguments({"-n"});
  daemon.launch();
  EXPECT_EQ(daemon.wait_for_exit(), 0) << daemon.log();
  EXPECT_EQ(daemon.log(), "");
  EXPECT_FALSE(exists(daemon.address().path));
}

TEST(Daemon, AConfigurationThatIsNoFileIsNotWaitedFor) {
  DaemonProcess daemon(testing::daemon_program());
  const std::string pipe = daemon.directory().file("pipe.ini");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const char* what : {"-n", "-f"}) {
    daemon.use_arguments({what, "-c", pipe});
    daemon.launch();
    EXPECT_EQ(daemon.wait_for_exit(), 1) << what;
  }
  EXPECT_EQ(daemon.log_lines("plainbounced: " + pipe + ": is no regular file").size(), 2U);
}

TEST(Daemon, WrongUsageAndMissingFiles) {
  DaemonProcess daemon(testing::daemon_program());
  daemon.use_arguments({"-x"});
  daemon.launch();
  EXPECT_EQ(daemon.wait_for_exit(), 2);
  EXPECT_THAT(daemon.log(), HasSubstr("plainbounced: unknown argument -x\nusage: plainbounced"));
  daemon.use_arguments({"-f", "-c", daemon.directory().file("missing.ini")});
  daemon.launch();
  EXPECT_EQ(daemon.wait_for_exit(), 1);
  EXPECT_THAT(daemon.log(), HasSubstr("missing.ini"));
}

TEST(Daemon, ATakenOrImpossibleSocketIsAnErrorAndStays) {
  DaemonProcess first(testing::daemon_program());
  ASSERT_TRUE(first.start()) << first.log();
  DaemonProcess second(testing::daemon_program());
  second.listen_on(first.address());
  second.write_settings("");
  second.launch();
  EXPECT_EQ(second.wait_for_exit(), 3);
  EXPECT_THAT(second.log(), HasSubstr(first.address().path + " is in use by a running program"));
  EXPECT_TRUE(explains(first.address()));
  EXPECT_EQ(first.stop(), 0);

  const std::string file = first.directory().write("precious", "text");
  SocketAddress address;
  address.path = file;
  second.listen_on(address);
  second.write_settings("");
  second.launch();
  EXPECT_EQ(second.wait_for_exit(), 3);
  EXPECT_THAT(second.log(), HasSubstr(file + " is there and is no socket"));
  EXPECT_EQ(testing::read_file(file), "text");
}

TEST(Daemon, AStaleSocketIsReplaced) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  daemon.signal(SIGKILL);
  EXPECT_EQ(daemon.wait_for_exit(), 128 + SIGKILL);
  ASSERT_TRUE(exists(daemon.address().path));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_TRUE(explains(daemon.address()));
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(Daemon, ReloadsWithBothSignals) {
  DaemonProcess daemon(testing::daemon_program(), "[bounce]\nbody = add\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  const MailTransaction mail = own_report(sample_report());
  FakeMta kept(daemon.address());
  ASSERT_TRUE(kept.negotiate());
  EXPECT_THAT(kept.deliver(mail).delivered, HasSubstr("\r\nAddress not found\r\n"));
  daemon.write_settings("[bounce]\nbody = off\n");
  ASSERT_TRUE(daemon.reload());
  const std::string without_body = kept.deliver(mail).delivered;
  EXPECT_THAT(without_body, HasSubstr("X-Bounce-Explanation: "));
  EXPECT_EQ(testing::body_of(without_body), testing::body_of(mail.message));
  daemon.write_settings("[bounce]\nbody = add\n");
  daemon.signal(SIGUSR1);
  ASSERT_TRUE(daemon.wait_for_notice("RELOADING=1") && daemon.wait_for_notice("READY=1"));
  EXPECT_THAT(kept.deliver(mail).delivered, HasSubstr("\r\nAddress not found\r\n"));
  EXPECT_EQ(daemon.log_lines("info: reloaded").size(), 2U) << daemon.log();
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(Daemon, AMessageKeepsTheSettingsThatItBeganWith) {
  DaemonProcess daemon(testing::daemon_program(), "[bounce]\nbody = add\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  FakeMta mta(daemon.address());
  ASSERT_TRUE(mta.negotiate());
  const MailTransaction mail = own_report(sample_report());
  ASSERT_TRUE(mta.begin(mail, 100));
  daemon.write_settings("[bounce]\nbody = off\nheaders = no\n");
  ASSERT_TRUE(daemon.reload());
  EXPECT_THAT(mta.finish().delivered, HasSubstr("\r\nAddress not found\r\n"));
  EXPECT_EQ(mta.deliver(mail).delivered, mail.message);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(Daemon, ABadReloadKeepsTheOldSettings) {
  DaemonProcess daemon(testing::daemon_program(), "[bounce]\nbody = off\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  const MailTransaction mail = own_report(sample_report());
  const std::string before = delivered_by(daemon.address(), mail);
  daemon.write_settings("[bounce]\nbody = perhaps\n");
  ASSERT_TRUE(daemon.reload());
  EXPECT_EQ(delivered_by(daemon.address(), mail), before);
  EXPECT_EQ(daemon.log_lines("error: reload: " + daemon.config_file() + ":6: ").size(), 1U)
      << daemon.log();
  EXPECT_EQ(daemon.log_lines("reload failed, the old configuration stays").size(), 1U);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(Daemon, AReloadNamesWhatNeedsARestart) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  daemon.directory().write("plainbounce.ini",
                           "[milter]\nsocket = unix:" + daemon.directory().file("other") +
                               "\nuser = nobody\n[knowledge]\noverlay =\n");
  ASSERT_TRUE(daemon.reload());
  EXPECT_EQ(daemon.log_lines("reload: milter.socket changes with a restart only").size(), 1U);
  EXPECT_EQ(daemon.log_lines("reload: milter.user changes with a restart only").size(), 1U);
  EXPECT_TRUE(explains(daemon.address()));
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(Daemon, IdleConnectionsDoNotHoldUpAStop) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  FakeMta silent(daemon.address());
  FakeMta idle(daemon.address());
  ASSERT_TRUE(idle.negotiate());
  idle.deliver(own_report(sample_report()));
  // Both are still open when it has ended.
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_TRUE(idle.wait_for_hangup());
}

TEST(Daemon, AMessageThatIsBeingReceivedIsStillExplainedInAStop) {
  const MailTransaction mail = own_report(sample_report());
  for (int round = 0; round < 20; ++round) {
    DaemonProcess daemon(testing::daemon_program());
    ASSERT_TRUE(daemon.start()) << daemon.log();
    FakeMta mta(daemon.address());
    ASSERT_TRUE(mta.negotiate());
    ASSERT_TRUE(mta.begin(mail, 50));
    daemon.signal(SIGTERM);
    ASSERT_TRUE(daemon.wait_for_notice("STOPPING=1"));
    const MailResult result = mta.finish();
    EXPECT_FALSE(result.broken) << round;
    EXPECT_NE(result.delivered.find("X-Bounce-Explanation: "), std::string::npos) << round;
    EXPECT_EQ(daemon.wait_for_exit(), 0);
  }
}

TEST(Daemon, ASecondSignalEndsItAtOnce) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  FakeMta mta(daemon.address());
  ASSERT_TRUE(mta.negotiate());
  ASSERT_TRUE(mta.begin(own_report(sample_report()), 50));
  daemon.signal(SIGTERM);
  ASSERT_TRUE(daemon.wait_for_notice("STOPPING=1"));
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait_for_exit(), 0);
  EXPECT_EQ(daemon.log_lines("stopped by a second signal").size(), 1U) << daemon.log();
  EXPECT_FALSE(exists(daemon.address().path));
}

TEST(Daemon, GoesIntoTheBackgroundWhenReady) {
  DaemonProcess daemon(testing::daemon_program(), "[log]\ntarget = syslog\n",
                       {{"NOTIFY_SOCKET", ""}});
  daemon.use_arguments({});
  daemon.launch_without_notification();
  EXPECT_EQ(daemon.wait_for_exit(), 0) << daemon.log();
  // The caller's process is gone and the socket answers already.
  EXPECT_TRUE(explains(daemon.address()));
  const pid_t background = testing::peer_of(daemon.address());
  ASSERT_GT(background, 1);
  EXPECT_EQ(::kill(background, SIGTERM), 0);
  EXPECT_TRUE(testing::wait_until_gone(background));
  EXPECT_FALSE(exists(daemon.address().path));
}

TEST(Daemon, InTheBackgroundARelativeConfigurationIsReloadedAndClosedFilesDoNotMatter) {
  DaemonProcess daemon(testing::daemon_program(), "[log]\ntarget = syslog\n[bounce]\nbody = add\n");
  const std::string command = "cd '" + daemon.directory().path() + "' && timeout 30 '" +
                              testing::daemon_program() + "' -c plainbounce.ini <&- >&- 2>&-";
  ASSERT_EQ(::unsetenv("NOTIFY_SOCKET"), 0);
  ASSERT_EQ(std::system(command.c_str()), 0);
  const pid_t background = testing::peer_of(daemon.address());
  ASSERT_GT(background, 1);
  EXPECT_TRUE(explains(daemon.address()));
  daemon.write_settings("[log]\ntarget = syslog\n[bounce]\nmode = observe\n");
  EXPECT_EQ(::kill(background, SIGHUP), 0);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (explains(daemon.address()) && std::chrono::steady_clock::now() < end) {
  }
  EXPECT_FALSE(explains(daemon.address()));
  EXPECT_EQ(::kill(background, SIGTERM), 0);
  EXPECT_TRUE(testing::wait_until_gone(background));
}

TEST(Daemon, EveryLineGoesWhereTheLogGoes) {
  DaemonProcess daemon(testing::daemon_program(), "[log]\ntarget = syslog\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_EQ(daemon.log(), "");
}

TEST(Daemon, AFailureShowsBeforeItGoesIntoTheBackground) {
  DaemonProcess first(testing::daemon_program());
  ASSERT_TRUE(first.start()) << first.log();
  DaemonProcess second(testing::daemon_program());
  second.listen_on(first.address());
  second.write_settings("");
  second.use_arguments({});
  second.launch_without_notification();
  EXPECT_EQ(second.wait_for_exit(), 3);
  EXPECT_THAT(second.log(), HasSubstr("is in use by a running program"));
  EXPECT_EQ(first.stop(), 0);
}

TEST(Daemon, TellsTheWatchdog) {
  DaemonProcess daemon(testing::daemon_program(), "", {{"WATCHDOG_USEC", "100000"}});
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_TRUE(daemon.wait_for_notice("WATCHDOG=1"));
  EXPECT_TRUE(daemon.wait_for_notice("WATCHDOG=1"));
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(Daemon, LinesForTheJournalBeginWithTheirPriority) {
  DaemonProcess daemon(testing::daemon_program(), "", {{"JOURNAL_STREAM", "1:2"}});
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_TRUE(explains(daemon.address()));
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_THAT(daemon.log(), HasSubstr("\n<6>4XTEST: explained original=3ORIGINAL kind=report "
                                      "cause=address-unknown outlook=final rcpts=1 mode=body "
                                      "lang=en\n"));
}

}  // namespace
}  // namespace plainbounce
