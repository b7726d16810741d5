#include "milter/milter_probe.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "milter/socket_name.h"

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t kVersion = 6;
constexpr uint32_t kActions = 0x1ff;   // all that a milter may ask for
constexpr uint32_t kSteps = 0x1fffff;  // and leave out
constexpr uint32_t kNoReplyConnect = 0x1000;
constexpr uint32_t kMostPacket = 65536;
constexpr char kNegotiate = 'O';

std::string number(uint32_t value) {
  const uint32_t wire = htonl(value);
  std::string bytes(sizeof wire, '\0');
  std::memcpy(bytes.data(), &wire, sizeof wire);
  return bytes;
}

uint32_t number_at(std::string_view bytes, size_t at) {
  uint32_t wire = 0;
  if (bytes.size() < at + sizeof wire) return 0;
  std::memcpy(&wire, bytes.data() + at, sizeof wire);
  return ntohl(wire);
}

std::string packet(char command, std::string_view data) {
  std::string bytes = number(static_cast<uint32_t>(data.size() + 1));
  bytes += command;
  bytes += data;
  return bytes;
}

// One conversation; closed when it goes.
class Conversation {
 public:
  explicit Conversation(Clock::time_point end) : end_(end) {}
  ~Conversation() {
    if (fd_ >= 0) ::close(fd_);
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  ProbeResult hold(const SocketAddress& address) {
    if (!connect(address)) return std::move(result_);
    std::string data;
    if (!send(packet(kNegotiate, number(kVersion) + number(kActions) + number(kSteps))) ||
        !receive(kNegotiate, data)) {
      return std::move(result_);
    }
    const bool silent = (number_at(data, 2 * sizeof(uint32_t)) & kNoReplyConnect) != 0;
    using namespace std::string_view_literals;
    std::string message = packet('C', "localhost\0U"sv);
    message += packet('M', "<watchdog@localhost>\0"sv);
    if (!send(message) || (!silent && !receive({}, data)) || !receive({}, data)) {
      return std::move(result_);
    }
    send(packet('Q', {}));
    return {ProbeResult::Kind::kAnswers, {}};
  }

 private:
  bool fail(const char* step, int error) {
    using Kind = ProbeResult::Kind;
    result_.kind = error == EACCES || error == EPERM    ? Kind::kNotPermitted
                   : error == EMFILE || error == ENFILE ? Kind::kNoDescriptor
                                                        : Kind::kSilent;
    result_.why = std::string(step) + ": " + std::generic_category().message(error);
    return false;
  }

  // 0: ready; else the error.
  int wait(short events) {
    for (;;) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()).count();
      if (left <= 0) return ETIMEDOUT;
      pollfd waiting = {fd_, events, 0};
      const int ready = ::poll(&waiting, 1, static_cast<int>(left));
      if (ready > 0) return 0;
      if (ready < 0 && errno != EINTR) return errno;
    }
  }

  bool connect(const SocketAddress& address) {
    const SocketName name = socket_name(address);
    fd_ = ::socket(name.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd_ < 0) return fail("socket", errno);
    // A full queue of a unix socket is EAGAIN: there is nothing to wait for in poll.
    while (::connect(fd_, name.get(), name.size) != 0) {
      const int error = errno;
      if (error == EINPROGRESS) return connected();
      if (error == EISCONN) return true;
      if (error != EAGAIN && error != EINTR) return fail("connect", error);
      if (Clock::now() >= end_) return fail("connect", ETIMEDOUT);
      ::poll(nullptr, 0, kAgain);
    }
    return true;
  }

  bool connected() {
    if (const int error = wait(POLLOUT); error != 0) return fail("connect", error);
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(fd_, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
    return error == 0 || fail("connect", error);
  }

  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t size = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (size >= 0) {
        bytes.remove_prefix(static_cast<size_t>(size));
      } else if (errno == EAGAIN) {
        if (const int error = wait(POLLOUT); error != 0) return fail("send", error);
      } else if (errno != EINTR) {
        return fail("send", errno);
      }
    }
    return true;
  }

  bool receive_exactly(char* to, size_t size) {
    while (size > 0) {
      const ssize_t got = ::recv(fd_, to, size, 0);
      if (got > 0) {
        to += got;
        size -= static_cast<size_t>(got);
      } else if (got == 0) {
        return fail("answer", ECONNRESET);
      } else if (errno == EAGAIN) {
        if (const int error = wait(POLLIN); error != 0) return fail("answer", error);
      } else if (errno != EINTR) {
        return fail("answer", errno);
      }
    }
    return true;
  }

  // The next packet, which has to be a `wanted` one where that is said.
  bool receive(std::optional<char> wanted, std::string& data) {
    std::array<char, sizeof(uint32_t)> head = {};
    if (!receive_exactly(head.data(), head.size())) return false;
    const uint32_t size = number_at({head.data(), head.size()}, 0);
    if (size == 0 || size > kMostPacket) return fail("answer", EPROTO);
    data.resize(size);
    if (!receive_exactly(data.data(), data.size())) return false;
    if (wanted && data.front() != *wanted) return fail("answer", EPROTO);
    data.erase(0, 1);
    return true;
  }

  static constexpr int kAgain = 20;  // milliseconds
  const Clock::time_point end_;
  int fd_ = -1;
  ProbeResult result_;
};

}  // namespace

ProbeResult probe_milter(const SocketAddress& address, std::chrono::milliseconds most) {
  return Conversation(Clock::now() + most).hold(reachable_here(address));
}

}  // namespace plainbounce
