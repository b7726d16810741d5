#include "milter/single_write.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

namespace plainbounce {
namespace {

// A pair of connected sockets. With SOCK_DGRAM each write of one end is one read of the other.
class SocketPair {
 public:
  explicit SocketPair(int type) {
    EXPECT_EQ(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends_.data()), 0);
  }
  ~SocketPair() {
    close_reader();
    ::close(ends_[0]);
  }
  SocketPair(const SocketPair&) = delete;
  SocketPair& operator=(const SocketPair&) = delete;
  [[nodiscard]] int writer() const { return ends_[0]; }
  [[nodiscard]] int reader() const { return ends_[1]; }
  void close_reader() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  // What one read gives; empty when nothing is there.
  [[nodiscard]] std::string read_now() const {
    std::string bytes(1U << 20U, '\0');
    const ssize_t got = ::recv(ends_[1], bytes.data(), bytes.size(), MSG_DONTWAIT);
    bytes.resize(got < 0 ? 0 : static_cast<size_t>(got));
    return bytes;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

std::string packet(char command, const std::string& data) {
  const uint32_t size = htonl(static_cast<uint32_t>(data.size() + 1));
  return std::string(reinterpret_cast<const char*>(&size), 4) + command + data;
}

// Writes a packet the way libmilter does: head and data as two buffers.
ssize_t write_packet(int fd, char command, const std::string& data = "") {
  std::string bytes = packet(command, data);
  iovec parts[2] = {{bytes.data(), 5}, {bytes.data() + 5, data.size()}};
  return ::writev(fd, parts, data.empty() ? 1 : 2);
}

class SingleWriteTest : public ::testing::Test {
 protected:
  void TearDown() override { SingleWrite::reset(); }
};

TEST_F(SingleWriteTest, SharedLibrariesAreBoundToIt) { EXPECT_TRUE(SingleWrite::is_bound()); }

TEST_F(SingleWriteTest, EditsAndReplyLeaveInOneWrite) {
  const SocketPair pair(SOCK_DGRAM);
  int finished = 0;
  SingleWrite::begin([&finished] { ++finished; });
  const std::string body(40000, 'x');
  EXPECT_EQ(write_packet(pair.writer(), 'b', body), 40005);
  EXPECT_EQ(write_packet(pair.writer(), 'm', "change"), 11);
  EXPECT_EQ(write_packet(pair.writer(), 'h', "add"), 8);
  EXPECT_EQ(SingleWrite::collected(), 40005U + 11U + 8U);
  EXPECT_EQ(pair.read_now(), "");
  EXPECT_EQ(finished, 0);
  EXPECT_EQ(write_packet(pair.writer(), 'c'), 5);
  EXPECT_EQ(pair.read_now(),
            packet('b', body) + packet('m', "change") + packet('h', "add") + packet('c', ""));
  EXPECT_EQ(pair.read_now(), "");
  EXPECT_EQ(finished, 1);
  EXPECT_FALSE(SingleWrite::collecting());
}

TEST_F(SingleWriteTest, WithoutItEachPacketIsAWrite) {
  const SocketPair pair(SOCK_DGRAM);
  EXPECT_EQ(write_packet(pair.writer(), 'h', "add"), 8);
  EXPECT_EQ(write_packet(pair.writer(), 'c'), 5);
  EXPECT_EQ(pair.read_now(), packet('h', "add"));
  EXPECT_EQ(pair.read_now(), packet('c', ""));
}

TEST_F(SingleWriteTest, OtherPacketsDescriptorsAndThreadsPass) {
  const SocketPair pair(SOCK_DGRAM);
  const SocketPair other(SOCK_DGRAM);
  SingleWrite::begin([] {});
  write_packet(pair.writer(), 'h', "add");
  write_packet(pair.writer(), 'p');
  EXPECT_EQ(pair.read_now(), packet('p', ""));
  write_packet(other.writer(), 'c');
  EXPECT_EQ(other.read_now(), packet('c', ""));
  char text[] = "no packet";
  iovec part = {text, sizeof text - 1};
  EXPECT_EQ(::writev(pair.writer(), &part, 1), 9);
  EXPECT_EQ(pair.read_now(), "no packet");
  std::thread([&pair] {
    EXPECT_FALSE(SingleWrite::collecting());
    write_packet(pair.writer(), 'h', "thread");
  }).join();
  EXPECT_EQ(pair.read_now(), packet('h', "thread"));
  EXPECT_TRUE(SingleWrite::collecting());
  write_packet(pair.writer(), 'a');
  EXPECT_EQ(pair.read_now(), packet('h', "add") + packet('a', ""));
}

TEST_F(SingleWriteTest, DiscardedEditsNeverLeave) {
  const SocketPair pair(SOCK_DGRAM);
  SingleWrite::begin([] {});
  write_packet(pair.writer(), 'b', "half a body");
  SingleWrite::discard();
  EXPECT_EQ(write_packet(pair.writer(), 'c'), 5);
  EXPECT_EQ(pair.read_now(), packet('c', ""));
  EXPECT_EQ(pair.read_now(), "");
}

TEST_F(SingleWriteTest, EndsWithoutReplyToo) {
  const SocketPair pair(SOCK_DGRAM);
  int finished = 0;
  SingleWrite::begin([&finished] { ++finished; });
  write_packet(pair.writer(), 'h', "add");
  SingleWrite::reset();
  SingleWrite::reset();
  EXPECT_EQ(finished, 1);
  EXPECT_EQ(pair.read_now(), "");
  SingleWrite::begin([&finished] { ++finished; });
  SingleWrite::begin([] {});
  EXPECT_EQ(finished, 2);
}

TEST_F(SingleWriteTest, GoesOnWhenTheSocketTakesAPartOnly) {
  for (const bool blocking : {true, false}) {
    const SocketPair pair(SOCK_STREAM | (blocking ? 0 : SOCK_NONBLOCK));
    const int small = 4096;
    ::setsockopt(pair.writer(), SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    std::string body(65000, '\0');
    for (size_t i = 0; i < body.size(); ++i) body[i] = static_cast<char>(i * 7 % 251);
    std::string expected;
    for (int i = 0; i < 20; ++i) expected += packet('b', body);
    expected += packet('c', "");
    std::string got;
    std::thread reader([&] {
      while (got.size() < expected.size()) {
        pollfd waiting = {pair.reader(), POLLIN, 0};
        if (::poll(&waiting, 1, 30000) <= 0) return;
        got += pair.read_now();
      }
    });
    SingleWrite::begin([] {});
    for (int i = 0; i < 20; ++i) write_packet(pair.writer(), 'b', body);
    EXPECT_EQ(write_packet(pair.writer(), 'c'), 5);
    reader.join();
    EXPECT_EQ(got.size(), expected.size());
    EXPECT_TRUE(got == expected);
  }
}

TEST_F(SingleWriteTest, APeerThatIsGoneIsAnErrorAndNoSignal) {
  SocketPair pair(SOCK_STREAM);
  int finished = 0;
  SingleWrite::begin([&finished] { ++finished; });
  write_packet(pair.writer(), 'h', "add");
  pair.close_reader();
  errno = 0;
  EXPECT_EQ(write_packet(pair.writer(), 'c'), -1);
  EXPECT_EQ(errno, EPIPE);
  EXPECT_EQ(finished, 1);
}

TEST_F(SingleWriteTest, WritesToPipes) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  SingleWrite::begin([] {});
  write_packet(ends[1], 'h', "add");
  write_packet(ends[1], 'c');
  std::string bytes(64, '\0');
  bytes.resize(static_cast<size_t>(::read(ends[0], bytes.data(), bytes.size())));
  EXPECT_EQ(bytes, packet('h', "add") + packet('c', ""));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(SingleWriteTest, AMeasuredBodyFitsAFreshSocket) {
  const size_t single = measure_single_write();
  const size_t body = body_size_for(single);
  ASSERT_GT(body, 60000U) << "Postfix's own bounces must fit";
  EXPECT_LT(body, single);
  const SocketPair pair(SOCK_STREAM | SOCK_NONBLOCK);
  const std::string bytes(body + 32768, 'x');
  EXPECT_EQ(::send(pair.writer(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
}

}  // namespace
}  // namespace plainbounce
