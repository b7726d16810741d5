// The load generator finds what is wrong.
#include "tests/load/load_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/milter/daemon_process.h"

namespace plainbounce {
namespace {

using testing::DaemonProcess;
using ::testing::ElementsAre;
using testing::free_port;
using ::testing::Gt;
using testing::LoadGenerator;
using testing::LoadResult;
using testing::LoadTraffic;

LoadTraffic mixed(size_t messages, bool new_connection_each) {
  LoadTraffic traffic;
  traffic.bounces = traffic.ordinary = messages;
  traffic.new_connection_each = new_connection_each;
  return traffic;
}

TEST(LoadGenerator, CountsMessagesOverBothKindsOfSocket) {
  for (const bool inet : {false, true}) {
    DaemonProcess daemon(testing::daemon_program());
    SocketAddress address = daemon.address();
    if (inet) {
      address = {SocketAddress::Family::kInet4, "", "127.0.0.1", free_port()};
      daemon.listen_on(address);
      daemon.write_settings("");
    }
    ASSERT_TRUE(daemon.start()) << daemon.log();
    LoadGenerator generator(address);
    for (const bool new_connection_each : {false, true}) {
      const LoadResult result = generator.run(mixed(40, new_connection_each));
      EXPECT_EQ(result.messages, 80U);
      EXPECT_EQ(result.latencies.size(), 80U);
      EXPECT_THAT(result.latency(0.99), Gt(result.latency(0.01)));
      EXPECT_EQ(result.ordinary_body_bytes, 0U);
      EXPECT_EQ(result.errors, 0U) << result.faults.front();
    }
  }
}

TEST(LoadGenerator, NoticesThatABounceIsNotExplained) {
  DaemonProcess daemon(testing::daemon_program(), "[bounce]\nmode = observe\n");
  ASSERT_TRUE(daemon.start()) << daemon.log();
  LoadTraffic traffic;
  traffic.bounces = 1;
  const LoadResult result = LoadGenerator(daemon.address()).run(traffic);
  EXPECT_EQ(result.messages, 0U);
  EXPECT_EQ(result.errors, 1U);
  EXPECT_THAT(result.faults, ElementsAre("4YLOAD0: no edits"));
}

TEST(LoadGenerator, NoticesThatIdleConnectionsEnd) {
  DaemonProcess daemon(testing::daemon_program());
  ASSERT_TRUE(daemon.start()) << daemon.log();
  LoadGenerator generator(daemon.address());
  ASSERT_TRUE(generator.open_idle(3));
  daemon.stop();
  LoadTraffic traffic;
  traffic.bounces = 1;
  const LoadResult result = generator.run(traffic);
  EXPECT_EQ(result.messages, 0U);
  EXPECT_THAT(result.errors, Gt(3U));
}

}  // namespace
}  // namespace plainbounce
