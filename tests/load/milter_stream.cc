#include "tests/load/milter_stream.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "tests/support/milter/milter_protocol.h"

namespace plainbounce::testing {
namespace {

constexpr size_t kHead = 4;
constexpr size_t kLargestPacket = 1U << 20U;

}  // namespace

bool MilterStream::open(const SocketAddress& address) {
  close();
  fd_ = connect_to(address, SOCK_NONBLOCK);
  return fd_ >= 0;
}

void MilterStream::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  outgoing_ = {};
  incoming_.clear();
  read_ = 0;
}

bool MilterStream::send(std::string_view bytes) {
  outgoing_ = bytes;
  return flush();
}

bool MilterStream::flush() {
  while (!outgoing_.empty()) {
    const ssize_t sent = ::send(fd_, outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      outgoing_.remove_prefix(static_cast<size_t>(sent));
    } else if (errno != EINTR) {
      return errno == EAGAIN || errno == ENOTCONN;
    }
  }
  return true;
}

bool MilterStream::receive() {
  incoming_.erase(0, read_);
  read_ = 0;
  std::array<char, 1U << 16U> buffer;
  for (;;) {
    const ssize_t got = ::recv(fd_, buffer.data(), buffer.size(), 0);
    if (got == 0) return false;
    if (got > 0) {
      incoming_.append(buffer.data(), static_cast<size_t>(got));
      if (static_cast<size_t>(got) < buffer.size()) return true;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

std::optional<MilterStream::Packet> MilterStream::next() {
  const std::string_view left = std::string_view(incoming_).substr(read_);
  if (left.size() <= kHead) return std::nullopt;
  const size_t size = milter_number_at(left, 0);
  if (size == 0 || size > kLargestPacket) return Packet{};
  if (left.size() < kHead + size) return std::nullopt;
  read_ += kHead + size;
  return Packet{left[kHead], left.substr(kHead + 1, size - 1), left.substr(0, kHead + size)};
}

}  // namespace plainbounce::testing
