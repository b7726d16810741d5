// The reply map of the real daemon: its socket, reloads and stops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <atomic>
#include <string>
#include <thread>

#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/socketmap_client.h"

namespace plainbounce {
namespace {

using testing::DaemonProcess;
using testing::SocketmapClient;
using testing::TemporaryDirectory;

constexpr const char* kFull = "552 5.2.2 <x@box.example>: Recipient address rejected: Mailbox full";
constexpr const char* kFullLine = "OK The mailbox is full. Only the recipient can make room.";

SocketAddress unix_socket(const std::string& path) {
  SocketAddress address;
  address.path = path;
  return address;
}

std::string settings_for(const SocketAddress& address, const std::string& more = "") {
  return "[replies]\nsocket = " + address.postfix_spelling() + "\n" + more;
}

bool exists(const std::string& path) {
  struct stat there = {};
  return ::lstat(path.c_str(), &there) == 0;
}

TEST(ReplyMap, ServesOnItsSocketAndTakesItAway) {
  const TemporaryDirectory directory;
  const SocketAddress address = unix_socket(directory.file("replies.sock"));
  DaemonProcess daemon(testing::daemon_program(), settings_for(address));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  struct stat there = {};
  ASSERT_EQ(::lstat(address.path.c_str(), &there), 0);
  EXPECT_TRUE(S_ISSOCK(there.st_mode));
  EXPECT_EQ(there.st_mode & 0777U, 0660U);
  EXPECT_EQ(daemon.log_lines("replies: started socket=unix:" + address.path).size(), 1U);
  SocketmapClient client(address);
  EXPECT_EQ(client.lookup("footer", kFull), kFullLine);
  EXPECT_EQ(client.lookup("dsn", "2.0.0 250 Ok"), "NOTFOUND ");
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_TRUE(client.is_closed());
  EXPECT_FALSE(exists(address.path));
}

TEST(ReplyMap, ServesOnAPortOfThisMachine) {
  SocketAddress address;
  address.family = SocketAddress::Family::kInet4;
  address.host = "127.0.0.1";
  address.port = testing::free_port();
  DaemonProcess daemon(testing::daemon_program(), settings_for(address));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  SocketmapClient client(address);
  EXPECT_EQ(client.lookup("footer", kFull), kFullLine);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(ReplyMap, IsNotThereWithoutASocket) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_TRUE(daemon.log_lines("replies").empty());
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(ReplyMap, AStaleSocketIsReplacedAndALiveOneIsNot) {
  const TemporaryDirectory directory;
  const SocketAddress address = unix_socket(directory.file("replies.sock"));
  DaemonProcess killed(testing::daemon_program(), settings_for(address));
  ASSERT_TRUE(killed.start()) << killed.log();
  killed.signal(SIGKILL);
  killed.wait_for_exit();
  ASSERT_TRUE(exists(address.path));
  DaemonProcess daemon(testing::daemon_program(), settings_for(address));
  ASSERT_TRUE(daemon.start()) << daemon.log();

  DaemonProcess second(testing::daemon_program(), settings_for(address));
  EXPECT_FALSE(second.start());
  EXPECT_EQ(second.wait_for_exit(), 3);
  EXPECT_EQ(second.log_lines(address.path + " is in use by a running program").size(), 1U);
  EXPECT_FALSE(exists(second.address().path));
  SocketmapClient client(address);
  EXPECT_EQ(client.lookup("footer", kFull), kFullLine);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(ReplyMap, AReloadChangesTheAnswersAndNoAnswerWaitsForIt) {
  const TemporaryDirectory directory;
  const SocketAddress address = unix_socket(directory.file("replies.sock"));
  DaemonProcess daemon(testing::daemon_program(), settings_for(address));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  std::atomic<bool> enough = false;
  std::atomic<size_t> wrong = 0;
  std::atomic<size_t> answered = 0;
  std::thread asking([&] {
    SocketmapClient client(address);
    while (!enough) {
      const auto answer = client.lookup("footer", kFull);
      ++answered;
      if (answer != kFullLine && answer != std::string(kFullLine) + " https://a.test/codes/5.2.2") {
        ++wrong;
      }
    }
  });
  for (int round = 0; round < 5; ++round) {
    daemon.write_settings(settings_for(address, "[text]\nlink_base = https://a.test\n"));
    EXPECT_TRUE(daemon.reload());
    SocketmapClient client(address);
    EXPECT_EQ(client.lookup("footer", kFull),
              std::string(kFullLine) + " https://a.test/codes/5.2.2");
    daemon.write_settings(settings_for(address));
    EXPECT_TRUE(daemon.reload());
    EXPECT_EQ(client.lookup("footer", kFull), kFullLine);
  }
  enough = true;
  asking.join();
  EXPECT_EQ(wrong, 0U);
  EXPECT_GT(answered, 10U);

  daemon.write_settings(settings_for(address, "not_codes = 552\n"));
  EXPECT_TRUE(daemon.reload());
  SocketmapClient client(address);
  EXPECT_EQ(client.lookup("footer", kFull), "NOTFOUND ");
  daemon.write_settings("");
  EXPECT_TRUE(daemon.reload());
  EXPECT_TRUE(daemon.wait_for_log("replies.socket changes with a restart only"));
  EXPECT_EQ(client.lookup("footer", kFull), kFullLine);
  EXPECT_EQ(daemon.stop(), 0);
}

TEST(ReplyMap, ClientsDoNotDelayAStop) {
  const TemporaryDirectory directory;
  const SocketAddress address = unix_socket(directory.file("replies.sock"));
  DaemonProcess daemon(testing::daemon_program(), settings_for(address));
  ASSERT_TRUE(daemon.start()) << daemon.log();
  SocketmapClient idle(address);
  ASSERT_EQ(idle.lookup("footer", kFull), kFullLine);
  SocketmapClient inside(address);
  ASSERT_TRUE(inside.send("50:footer"));
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
  EXPECT_TRUE(idle.is_closed());
  EXPECT_TRUE(inside.is_closed());
}

}  // namespace
}  // namespace plainbounce
