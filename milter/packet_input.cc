#include "milter/packet_input.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace plainbounce {
namespace {

constexpr size_t kLengthBytes = 4;
constexpr size_t kPacketHead = kLengthBytes + 1;  // and the command
constexpr char kBody = 'B';
constexpr char kEndOfMessage = 'E';
// libmilter's numbers for what is no command.
constexpr char kNoMemory = 3;
constexpr char kReceiveError = 4;
constexpr char kEndOfFile = 5;
constexpr char kTooLarge = 7;

}  // namespace

void PacketInput::receive(std::span<char> room) {
  // What is left of the last read is less than a packet.
  bytes_.erase(0, std::exchange(taken_, 0));
  while (!ready()) {
    const ssize_t got = ::recv(fd_, room.data(), room.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got <= 0) {
      end_ = got == 0 ? kEndOfFile : kReceiveError;
      return;
    }
    bytes_.append(room.data(), static_cast<size_t>(got));
    if (static_cast<size_t>(got) < room.size()) return;
  }
}

// Of the packet whose head is there; a length of 0 is taken for 1, as libmilter does.
size_t PacketInput::data_size() const {
  size_t length = 0;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    length = length << 8U | static_cast<unsigned char>(bytes_[taken_ + i]);
  }
  return length == 0 ? 0 : length - 1;
}

bool PacketInput::ready() const {
  if (end_ != 0) return true;
  if (held() < kPacketHead) return false;
  const size_t size = data_size();
  return size > kMostData || held() - kPacketHead >= size;
}

char* PacketInput::take(char& command, size_t& size) {
  size = 0;
  const bool has_head = held() >= kPacketHead;
  const size_t wanted = has_head ? data_size() : 0;
  if (!has_head || (wanted <= kMostData && held() - kPacketHead < wanted)) {
    command = end_;
    return nullptr;
  }
  if (wanted > kMostData) {
    command = kTooLarge;
    return nullptr;
  }
  command = bytes_[taken_ + kLengthBytes];
  char* data = nullptr;
  if (wanted > 0) {
    data = static_cast<char*>(std::malloc(wanted));
    if (data == nullptr) {
      command = kNoMemory;
      return nullptr;
    }
    std::memcpy(data, bytes_.data() + taken_ + kPacketHead, wanted);
    size = wanted;
  }
  if (command == kEndOfMessage && wanted > 0) {
    command = kBody;
    leave_empty_end_of_message(wanted);
  } else {
    drop(kPacketHead + wanted);
  }
  return data;
}

// Where the data was that went out as a piece of body.
void PacketInput::leave_empty_end_of_message(size_t data) {
  constexpr std::string_view kEmpty("\0\0\0\1E", kPacketHead);
  taken_ += data;
  bytes_.replace(taken_, kPacketHead, kEmpty);
}

// A connection that is idle holds no memory.
void PacketInput::drop(size_t bytes) {
  taken_ += bytes;
  if (taken_ < bytes_.size()) return;
  std::string().swap(bytes_);  // assigning would keep the memory
  taken_ = 0;
}

void PacketInput::end_for_want_of_memory() { end_ = kNoMemory; }

}  // namespace plainbounce
