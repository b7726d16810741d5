#include "milter/packet_input.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

namespace plainbounce {
namespace {

constexpr char kReceiveError = 4;
constexpr char kEndOfFile = 5;
constexpr char kTooLarge = 7;

// A connection whose other end is the test's.
class PacketInputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()), 0);
  }
  void TearDown() override {
    hang_up();
    ::close(ends_[0]);
  }
  void send(const std::string& bytes) {
    ASSERT_EQ(::send(ends_[1], bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
  }
  void hang_up() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  [[nodiscard]] int fd() const { return ends_[0]; }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

std::string packet(const std::string& command_and_data) {
  const size_t size = command_and_data.size();
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(size >> shift & 0xffU);
  return bytes + command_and_data;
}

// Command and data of the next packet; what says that there is none, as "!number".
std::string take(PacketInput& input) {
  char command = 0;
  size_t size = 0;
  char* data = input.take(command, size);
  std::string text(1, command);
  if (data == nullptr && command < 'A') return "!" + std::to_string(command);
  if (data != nullptr) text.append(data, size);
  std::free(data);
  return text;
}

std::vector<std::string> take_all(PacketInput& input, std::span<char> room) {
  std::vector<std::string> packets;
  for (;;) {
    input.receive(room);
    if (!input.ready()) return packets;
    packets.push_back(take(input));
    if (packets.back().starts_with('!')) return packets;
  }
}

TEST_F(PacketInputTest, OneReadTakesAllThatHasCome) {
  send(packet("DC{daemon_name}") + packet("C") + packet(std::string("M\0", 2)));
  std::vector<char> room(1000);
  PacketInput input(fd());
  EXPECT_FALSE(input.ready());
  input.receive(room);
  char byte = 0;
  EXPECT_EQ(::recv(fd(), &byte, 1, MSG_DONTWAIT), -1);
  ASSERT_TRUE(input.ready());
  EXPECT_EQ(take(input), "DC{daemon_name}");
  ASSERT_TRUE(input.ready());
  EXPECT_EQ(take(input), "C");
  ASSERT_TRUE(input.ready());
  EXPECT_EQ(take(input), std::string("M\0", 2));
  EXPECT_FALSE(input.ready());
}

TEST_F(PacketInputTest, TheSamePacketsInWhateverPiecesTheyCome) {
  const std::string large(PacketInput::kMostData, 'x');
  const std::vector<std::string> expected = {"O", "B" + large, "E", "!5"};
  const std::string bytes = packet("O") + packet("B" + large) + packet("E");
  for (const size_t piece : {size_t{1}, size_t{3}, size_t{4096}, bytes.size()}) {
    for (const size_t room_size : {size_t{1}, size_t{7}, size_t{65536}}) {
      if (piece == 1 && room_size == 1) continue;
      TearDown();
      SetUp();
      PacketInput input(fd());
      std::vector<char> room(room_size);
      std::vector<std::string> packets;
      const auto look = [&] {
        for (std::string& taken : take_all(input, room)) packets.push_back(std::move(taken));
      };
      for (size_t at = 0; at < bytes.size(); at += piece) {
        send(bytes.substr(at, piece));
        look();
      }
      hang_up();
      look();
      EXPECT_EQ(packets, expected) << piece << " bytes at a time, read into " << room_size;
    }
  }
}

TEST_F(PacketInputTest, WhatIsNoPacketEndsTheConnection) {
  struct Case {
    const char* label;
    std::string bytes;
    char reason;
  };
  const Case cases[] = {
      {"nothing", "", kEndOfFile},
      {"a part of a head", std::string("\0\0\0\2", 4), kEndOfFile},
      {"a part of the data", std::string("\0\0\0\3Bx", 6), kEndOfFile},
      {"one byte too much", std::string("\0\1\0\1B", 5) + std::string(65536, 'x'), kTooLarge},
      {"text", "GET / HTTP/1.1\r\n\r\n", kTooLarge},
      {"a negative length", "\xff\xff\xff\xffO", kTooLarge},
  };
  for (const Case& c : cases) {
    TearDown();
    SetUp();
    if (!c.bytes.empty()) send(c.bytes);
    hang_up();
    PacketInput input(fd());
    std::vector<char> room(1000);
    input.receive(room);  // what has come; the end is seen by the next read
    const auto packets = take_all(input, room);
    ASSERT_EQ(packets.size(), 1U) << c.label;
    EXPECT_EQ(packets.front(), "!" + std::to_string(c.reason)) << c.label;
    EXPECT_TRUE(input.ready()) << c.label;
  }
}

TEST_F(PacketInputTest, AFailedReadAndWantOfMemoryEndItToo) {
  std::vector<char> room(10);
  PacketInput closed(-1);
  closed.receive(room);
  EXPECT_EQ(take(closed), "!" + std::to_string(kReceiveError));
  PacketInput input(fd());
  send(packet("O"));
  input.end_for_want_of_memory();
  ASSERT_TRUE(input.ready());
  EXPECT_EQ(take(input), "!3");
}

TEST_F(PacketInputTest, APacketThatSaysItsLengthIsNothingIsOneWithoutData) {
  send(std::string("\0\0\0\0E", 5) + packet("Q"));
  PacketInput input(fd());
  std::vector<char> room(100);
  EXPECT_EQ(take_all(input, room), (std::vector<std::string>{"E", "Q"}));
}

TEST_F(PacketInputTest, AnEndOfMessageWithBodyIsTwoPackets) {
  send(packet("Elast piece") + packet("Q"));
  PacketInput input(fd());
  std::vector<char> room(100);
  EXPECT_EQ(take_all(input, room), (std::vector<std::string>{"Blast piece", "E", "Q"}));
}

TEST_F(PacketInputTest, HoldsNoMoreThanAPacketAndARead) {
  const std::string piece = packet("B" + std::string(1500, 'x'));
  PacketInput input(fd());
  std::vector<char> room(4096);
  std::string waiting;
  size_t taken = 0;
  for (int i = 0; i < 2000; ++i) {
    waiting += piece;
    const size_t sent = waiting.size() - 700;  // never at the end of a packet
    send(waiting.substr(0, sent));
    waiting.erase(0, sent);
    taken += take_all(input, room).size();
    ASSERT_LE(input.memory(), piece.size() + 2 * room.size()) << i;
  }
  EXPECT_EQ(taken, 1999U);
  send(waiting);
  EXPECT_EQ(take_all(input, room).size(), 1U);
  EXPECT_LE(input.memory(), std::string().capacity());
}

}  // namespace
}  // namespace plainbounce
