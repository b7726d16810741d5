#include "milter/milter_watch.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "milter/milter_probe.h"
#include "milter/socket_name.h"
#include "tests/support/milter/milter_protocol.h"
#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

using Kind = ProbeResult::Kind;
using namespace std::chrono_literals;

TEST(JudgeMilter, KnowsTheBusyFromTheHung) {
  const MilterProgress idle = {10, 20, 20, 0, false};
  const struct {
    const char* label;
    Kind probe;
    MilterProgress before;
    MilterProgress after;
    bool alive;
  } cases[] = {
      {"answers", Kind::kAnswers, idle, idle, true},
      {"answers, whatever the numbers say", Kind::kAnswers, {10, 28, 20}, {10, 28, 20}, true},
      {"silent, nothing moves", Kind::kSilent, idle, idle, false},
      {"silent, workers hang", Kind::kSilent, {10, 28, 20}, {11, 28, 20}, false},
      {"silent, idle workers were not woken", Kind::kSilent, idle, {11, 20, 20}, false},
      {"silent, but it accepts and serves others", Kind::kSilent, {10, 28, 20}, {11, 29, 21}, true},
      {"silent, it serves but accepts nobody", Kind::kSilent, {10, 28, 20}, {10, 90, 85}, false},
      {"out of descriptors, workers idle", Kind::kSilent, idle, {90, 20, 20, 0, true}, true},
      {"out of descriptors, workers wait for MTAs",
       Kind::kSilent,
       {10, 28, 20, 8, true},
       {90, 28, 20, 8, true},
       true},
      {"out of descriptors, a worker hangs",
       Kind::kSilent,
       {10, 28, 20, 7, true},
       {90, 28, 20, 7, true},
       false},
      {"out of descriptors, accept hangs",
       Kind::kSilent,
       {10, 20, 20, 0, true},
       {10, 20, 20, 0, true},
       false},
      {"no descriptor to ask with", Kind::kNoDescriptor, idle, idle, true},
      {"no descriptor to ask with, workers hang",
       Kind::kNoDescriptor,
       {10, 28, 20},
       {10, 28, 20},
       false},
      {"may not ask", Kind::kNotPermitted, idle, idle, true},
      {"may not ask, workers hang", Kind::kNotPermitted, {10, 28, 20}, {10, 28, 20}, false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(judge_milter({c.probe, "why"}, c.before, c.after).alive, c.alive) << c.label;
  }
}

// Accepts connections and lets `serve` have each.
class FakeMilter {
 public:
  explicit FakeMilter(std::function<void(int)> serve) : serve_(std::move(serve)) {
    address_.path = directory_.file("m");
    const SocketName name = socket_name(address_);
    fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::bind(fd_, name.get(), name.size), 0);
    EXPECT_EQ(::listen(fd_, 8), 0);
    thread_ = std::thread([this] { run(); });
  }
  ~FakeMilter() {
    ::shutdown(fd_, SHUT_RDWR);  // wakes accept
    thread_.join();
    ::close(fd_);
  }
  FakeMilter(const FakeMilter&) = delete;
  FakeMilter& operator=(const FakeMilter&) = delete;
  [[nodiscard]] const SocketAddress& address() const { return address_; }

 private:
  void run() {
    for (int client = -1; (client = ::accept(fd_, nullptr, nullptr)) >= 0;) {
      serve_(client);
      ::close(client);
    }
  }
  testing::TemporaryDirectory directory_;
  std::function<void(int)> serve_;
  SocketAddress address_;
  int fd_ = -1;
  std::thread thread_;
};

void send_all(int fd, const std::string& bytes) {
  ASSERT_EQ(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
}

void read_until_closed(int fd) {
  char bytes[256];
  while (::recv(fd, bytes, sizeof bytes, 0) > 0) {
  }
}

std::string agreement() {
  using testing::milter_number;
  return testing::milter_packet('O', milter_number(6) + milter_number(0) + milter_number(0x1000));
}

TEST(ProbeMilter, WantsBothAnswers) {
  const struct {
    const char* label;
    std::string answer;
    bool answers;
  } cases[] = {
      {"both", agreement() + testing::milter_packet('a', ""), true},
      {"the options alone", agreement(), false},
      {"nothing", "", false},
      {"no options", testing::milter_packet('a', "") + testing::milter_packet('a', ""), false},
      {"a packet without a command", std::string(8, '\0'), false},
      {"a packet too large", std::string(8, '\x7F'), false},
  };
  for (const auto& c : cases) {
    FakeMilter milter([&c](int client) {
      send_all(client, c.answer);
      read_until_closed(client);
    });
    const ProbeResult result = probe_milter(milter.address(), c.answers ? 30000ms : 300ms);
    EXPECT_EQ(result.kind == Kind::kAnswers, c.answers) << c.label << ": " << result.why;
    EXPECT_EQ(result.why.empty(), c.answers) << c.label;
  }
}

TEST(ProbeMilter, TellsWhyThereIsNoAnswer) {
  testing::TemporaryDirectory directory;
  SocketAddress address;
  address.path = directory.file("nobody");
  EXPECT_EQ(probe_milter(address, 30s).why, "connect: No such file or directory");
  FakeMilter closing([](int) {});
  EXPECT_EQ(probe_milter(closing.address(), 30s).kind, Kind::kSilent);
  FakeMilter silent([](int client) { read_until_closed(client); });
  EXPECT_EQ(probe_milter(silent.address(), 200ms).why, "answer: Connection timed out");
}

// More connections than its queue takes.
TEST(ProbeMilter, AFullQueueIsWaitedForAsLongAsThereIsTime) {
  testing::TemporaryDirectory directory;
  SocketAddress address;
  address.path = directory.file("m");
  const SocketName name = socket_name(address);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(::bind(fd, name.get(), name.size), 0);
  ASSERT_EQ(::listen(fd, 0), 0);
  const int waiting = testing::connect_to(address);
  ASSERT_GE(waiting, 0);
  EXPECT_EQ(probe_milter(address, 200ms).why, "connect: Connection timed out");
  ::close(waiting);
  ::close(fd);
}

TEST(MilterWatch, TellsEachVerdictUntilItIsStopped) {
  std::atomic<bool> answering = true;
  FakeMilter milter([&answering](int client) {
    if (answering) send_all(client, agreement() + testing::milter_packet('c', ""));
    if (answering) read_until_closed(client);
  });
  std::mutex mutex;
  std::condition_variable changed;
  size_t good = 0;
  size_t bad = 0;
  MilterWatch watch(milter.address(), 100ms, [&](const MilterVerdict& verdict) {
    const std::lock_guard lock(mutex);
    ++(verdict.alive ? good : bad);
    changed.notify_all();
  });
  std::unique_lock lock(mutex);
  ASSERT_TRUE(changed.wait_for(lock, 30s, [&] { return good >= 2; }));
  answering = false;
  ASSERT_TRUE(changed.wait_for(lock, 30s, [&] { return bad >= 2; }));
  answering = true;
  const size_t before = good;
  ASSERT_TRUE(changed.wait_for(lock, 30s, [&] { return good > before; }));
  lock.unlock();
  watch.stop();
  const size_t told = good + bad;
  FakeMilter another([](int) {});  // takes its time to be made
  EXPECT_EQ(good + bad, told);
}

}  // namespace
}  // namespace plainbounce
