// Many connections at once, while the daemon reloads, stops and starts: every message comes back
// once, whole and explained.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "milter/session_workers.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/sample_messages.h"

namespace plainbounce {
namespace {

using testing::DaemonProcess;
using testing::FakeMta;
using testing::from_outside;
using testing::MailResult;
using testing::MailTransaction;
using testing::own_report;
using testing::sample_mail;
using testing::sample_report;
using testing::SampleRecipient;

constexpr int kConnections = 32;
constexpr std::chrono::milliseconds kRetryInterval{5};

// A report that is like no other, and what a correct answer must hold.
MailTransaction numbered_report(int connection, int number) {
  SampleRecipient recipient;
  recipient.address =
      "user" + std::to_string(connection) + "-" + std::to_string(number) + "@far.example";
  const size_t size = static_cast<size_t>(number % 5) * 12000;
  MailTransaction mail = own_report(sample_report({recipient}, size));
  mail.queue_id = "4X" + std::to_string(connection) + "N" + std::to_string(number);
  return mail;
}

// Everything of ours is about this message's address, and nothing of the message is lost.
void expect_explained(const MailTransaction& mail, int connection, int number,
                      const std::string& delivered) {
  const std::string address =
      "user" + std::to_string(connection) + "-" + std::to_string(number) + "@far.example";
  EXPECT_NE(delivered.find("X-Bounce-Cause: "), std::string::npos) << mail.queue_id;
  EXPECT_NE(delivered.find("Your message to " + address), std::string::npos) << mail.queue_id;
  const size_t report_at = mail.message.find("Content-Description: Delivery report");
  EXPECT_TRUE(delivered.ends_with(mail.message.substr(report_at))) << mail.queue_id;
}

// As many as there are threads, and each with an answer that the socket has no room for.
TEST(Load, MtasThatDoNotReadHoldUpNobodyElse) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  const size_t threads = SessionWorkers::count();
  const MailTransaction large = own_report(sample_report({{}}, 140000));
  std::vector<std::unique_ptr<FakeMta>> deaf;
  for (size_t i = 0; i < threads; ++i) {
    deaf.push_back(std::make_unique<FakeMta>(daemon.address()));
    ASSERT_TRUE(deaf.back()->negotiate());
    for (int message = 0; message < 2; ++message) deaf.back()->send_without_reading(large);
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const std::string line = "mode=body";
  while (daemon.log_lines(line).size() < 2 * threads && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kRetryInterval);
  }
  ASSERT_EQ(daemon.log_lines(line).size(), 2 * threads) << daemon.log();
  FakeMta mta(daemon.address());
  ASSERT_TRUE(mta.negotiate());
  const MailTransaction mail = own_report(sample_report());
  EXPECT_NE(mta.deliver(mail).delivered, mail.message);
  mta.quit();
  deaf.clear();
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
}

// Whoever reads the log has stopped: bounces wait for their lines, ordinary mail for nothing.
TEST(Load, ALogThatTakesNothingHoldsUpNoOrdinaryMail) {
  DaemonProcess daemon(testing::daemon_program());
  const std::string pipe = daemon.directory().file("log");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  ASSERT_TRUE(daemon.start());
  const std::string filling(1024, '-');
  while (::write(reader, filling.data(), filling.size()) > 0) {
  }
  while (::write(reader, "-", 1) > 0) {
  }
  std::vector<std::unique_ptr<FakeMta>> held_up;
  for (size_t i = 0; i < 3 * SessionWorkers::count(); ++i) {
    held_up.push_back(std::make_unique<FakeMta>(daemon.address()));
    ASSERT_TRUE(held_up.back()->negotiate());
    held_up.back()->send_without_reading(own_report(sample_report()));
  }
  const MailTransaction ordinary = from_outside("<a@box.example>", sample_mail(3000));
  for (int i = 0; i < 20; ++i) {
    FakeMta mta(daemon.address());
    ASSERT_TRUE(mta.negotiate());
    EXPECT_EQ(mta.deliver(ordinary).delivered, ordinary.message);
    mta.quit();
  }
  ::unlink(pipe.c_str());
  std::atomic<bool> ended = false;
  std::thread draining([&] {
    std::array<char, 4096> room{};
    pollfd waiting = {reader, POLLIN, 0};
    while (!ended) {
      if (::poll(&waiting, 1, 20) > 0) static_cast<void>(::read(reader, room.data(), room.size()));
    }
  });
  held_up.clear();
  EXPECT_EQ(daemon.stop(), 0);
  ended = true;
  draining.join();
  ::close(reader);
}

TEST(Load, ManyConnectionsWithMixedMessages) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  const MailTransaction ordinary = from_outside("<a@box.example>", sample_mail(3000));
  std::vector<std::thread> threads;
  for (int connection = 0; connection < kConnections; ++connection) {
    threads.emplace_back([&daemon, &ordinary, connection] {
      FakeMta mta(daemon.address());
      ASSERT_TRUE(mta.negotiate());
      for (int number = 0; number < 15; ++number) {
        const MailTransaction mail = numbered_report(connection, number);
        if (number % 3 == 0) mta.begin_and_abort(mail);
        expect_explained(mail, connection, number, mta.deliver(mail).delivered);
        EXPECT_EQ(mta.deliver(ordinary).delivered, ordinary.message);
        if (number % 5 == 4) mta.quit_for_new_connection();
      }
      mta.quit();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_EQ(daemon.log_lines(": explained ").size(), kConnections * 15U);
}

TEST(Load, FiftyReloads) {
  DaemonProcess daemon(testing::daemon_program(), "[help]\nname = First\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  std::atomic<bool> enough{false};
  std::atomic<int> delivered{0};
  std::vector<std::thread> threads;
  for (int connection = 0; connection < 8; ++connection) {
    threads.emplace_back([&, connection] {
      FakeMta mta(daemon.address());
      ASSERT_TRUE(mta.negotiate());
      for (int number = 0; !enough; ++number) {
        const MailTransaction mail = numbered_report(connection, number);
        const MailResult result = mta.deliver(mail);
        ASSERT_FALSE(result.broken);
        expect_explained(mail, connection, number, result.delivered);
        ++delivered;
      }
      mta.quit();
    });
  }
  for (int reload = 0; reload < 50; ++reload) {
    // Each fifth is broken, and changes nothing.
    daemon.write_settings(reload % 5 == 4 ? "[bounce]\nbody = perhaps\n"
                                          : "[help]\nname = Desk " + std::to_string(reload) + "\n");
    EXPECT_TRUE(daemon.reload()) << daemon.log();
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(daemon.is_running());
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_EQ(daemon.log_lines("info: reloaded").size(), 40U);
  EXPECT_EQ(daemon.log_lines("reload failed").size(), 10U);
  EXPECT_EQ(daemon.log_lines(": explained ").size(), static_cast<size_t>(delivered));
  EXPECT_GT(delivered, 50);
}

// The MTA's part here is F=T or default_action = tempfail: it tries again when nobody answers or
// the connection breaks before the reply. A broken attempt must not have edited anything.
TEST(Load, FiftyStopsAndStarts) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  const SocketAddress address = daemon.address();
  std::atomic<bool> enough{false};
  std::atomic<size_t> delivered{0};
  std::vector<std::thread> threads;
  for (int connection = 0; connection < 8; ++connection) {
    threads.emplace_back([&, connection] {
      int number = 0;
      while (!enough) {
        FakeMta mta(address);
        if (!mta.is_open() || !mta.negotiate()) {
          std::this_thread::sleep_for(kRetryInterval);
          continue;
        }
        while (!enough) {
          const MailTransaction mail = numbered_report(connection, number);
          const MailResult result = mta.deliver(mail);
          if (result.broken) {
            EXPECT_TRUE(result.edits.empty()) << mail.queue_id;
            break;
          }
          expect_explained(mail, connection, number, result.delivered);
          ++number;
          ++delivered;
        }
      }
    });
  }
  for (int stop = 0; stop < 50; ++stop) {
    const size_t before = delivered;
    while (delivered < before + 8) std::this_thread::sleep_for(kRetryInterval);
    EXPECT_EQ(daemon.stop(), 0) << daemon.log();
    ASSERT_TRUE(daemon.start()) << daemon.log();
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_GE(daemon.log_lines(": explained ").size(), delivered);
  EXPECT_GT(delivered, 400U);
}

}  // namespace
}  // namespace plainbounce
