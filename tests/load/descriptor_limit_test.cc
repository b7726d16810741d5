// The daemon has no descriptor left for another connection.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <memory>
#include <vector>

#include "tests/load/process_figures.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/sample_messages.h"
#include "tests/support/sanitized.h"

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;
using testing::DaemonProcess;
using testing::FakeMta;

constexpr size_t kFiles = 60;
constexpr int kNoAnswer = 1000;  // milliseconds without an answer
constexpr int kPoll = 10;

bool answers(const FakeMta& mta, int milliseconds) {
  pollfd waiting = {mta.fd(), POLLIN, 0};
  return ::poll(&waiting, 1, milliseconds) != 0;
}

// More connections than the daemon can take; comes back when it has no descriptor left.
std::vector<std::unique_ptr<FakeMta>> connect_too_many(const DaemonProcess& daemon) {
  std::vector<std::unique_ptr<FakeMta>> all;
  for (size_t i = 0; i < kFiles; ++i) {
    all.push_back(std::make_unique<FakeMta>(daemon.address()));
    EXPECT_TRUE(all.back()->is_open());
  }
  const Clock::time_point end = Clock::now() + std::chrono::seconds(30);
  while (testing::figures_of(daemon.pid()).descriptors < kFiles && Clock::now() < end) {
    ::poll(nullptr, 0, kPoll);
  }
  EXPECT_GE(testing::figures_of(daemon.pid()).descriptors, kFiles);
  return all;
}

TEST(DescriptorLimit, NewConnectionsWaitAtNoCostWhileOpenOnesAreServed) {
  if (testing::kTypesAreChecked) GTEST_SKIP() << "the sanitizer itself needs descriptors";
  DaemonProcess daemon(testing::daemon_program());
  daemon.limit_open_files(kFiles);
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_EQ(daemon.log_lines(" max_open_files=" + std::to_string(kFiles) + " ").size(), 1U);
  FakeMta open(daemon.address());
  ASSERT_TRUE(open.negotiate());

  auto others = connect_too_many(daemon);
  const std::string warning =
      "warning: new connections wait until others close: Too many open files";
  ASSERT_TRUE(daemon.wait_for_log(warning)) << daemon.log();
  FakeMta& last = *others.back();
  const auto used_before = testing::processor_time_of(daemon.pid());
  EXPECT_GT(used_before.count(), 0);
  const Clock::time_point begun = Clock::now();
  EXPECT_FALSE(answers(last, kNoAnswer));
  // A daemon that keeps trying takes all the time that it gets.
  EXPECT_LT((testing::processor_time_of(daemon.pid()) - used_before) * 10, Clock::now() - begun);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(open.deliver(testing::own_report(testing::sample_report())).edits.empty());
  }

  others.erase(others.begin(), others.end() - 1);
  ASSERT_TRUE(last.negotiate());
  EXPECT_FALSE(last.deliver(testing::own_report(testing::sample_report())).edits.empty());
  ASSERT_TRUE(daemon.wait_for_log("info: connections are accepted again")) << daemon.log();

  // A second time at once: it works the same, and the log has been told.
  const auto more = connect_too_many(daemon);
  EXPECT_FALSE(open.deliver(testing::own_report(testing::sample_report())).edits.empty());
  open.quit();
  last.quit();
  for (const auto& mta : more) mta->close();
  EXPECT_TRUE(FakeMta(daemon.address()).negotiate());
  EXPECT_EQ(daemon.stop(), 0) << daemon.log();
  EXPECT_EQ(daemon.log_lines("new connections wait").size(), 1U) << daemon.log();
  EXPECT_EQ(daemon.log_lines("accepted again").size(), 1U) << daemon.log();
}

}  // namespace
}  // namespace plainbounce
