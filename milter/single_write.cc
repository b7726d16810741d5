#include "milter/single_write.h"

#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "milter/session_workers.h"

namespace plainbounce {
namespace {

constexpr size_t kPacketHead = 5;  // length (4 bytes), command (1 byte)
constexpr int kSendWait = 60000;   // milliseconds that a full socket may keep us waiting

struct Collector {
  bool on = false;
  int fd = -1;
  std::string packets;
  std::function<void()> done;
};

Collector& collector() {
  thread_local Collector instance;
  return instance;
}

// The command of a milter packet whose head is the first buffer, or 0.
char packet_command(const iovec* parts, int count) {
  if (count < 1 || parts[0].iov_len != kPacketHead) return 0;
  return static_cast<const char*>(parts[0].iov_base)[kPacketHead - 1];
}

bool is_edit(char command) { return std::string_view("bhim").find(command) != std::string::npos; }
bool is_reply(char command) { return command == 'c' || command == 'a'; }

// A buffer that is too small would cut the write in two.
void widen_send_buffer(int fd, size_t bytes) {
  int family = AF_UNSPEC;
  socklen_t size = sizeof family;
  if (::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0 || family == AF_UNIX) return;
  int room = 0;
  size = sizeof room;
  if (::getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, &size) != 0) return;
  const int wanted = static_cast<int>(bytes);
  if (room / 2 < wanted) ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &wanted, sizeof wanted);
}

bool send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == ENOTSOCK) sent = ::write(fd, bytes.data(), bytes.size());
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    if (!SessionWorkers::wait_until_writable(fd, kSendWait)) return false;
  }
  return true;
}

// For a connection whose poll(2) has not waited (session_workers.h).
ssize_t write_patiently(int fd, const iovec* parts, int count) {
  msghdr message = {};
  message.msg_iov = const_cast<iovec*>(parts);
  message.msg_iovlen = static_cast<size_t>(count);
  for (;;) {
    const ssize_t sent = ::sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return sent;
    if (!SessionWorkers::wait_until_writable(fd, kSendWait)) return -1;
  }
}

void append(std::string& packets, const iovec* parts, int count) {
  for (int i = 0; i < count; ++i) {
    packets.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  }
}

// Sends what was collected together with this last packet, and ends collecting.
bool finish(int fd, const iovec* parts, int count) {
  Collector& mine = collector();
  append(mine.packets, parts, count);
  if (mine.packets.size() > kPacketHead) widen_send_buffer(fd, mine.packets.size());
  const bool sent = send_all(fd, mine.packets);
  const int error = errno;
  SingleWrite::reset();
  errno = error;
  return sent;
}

ssize_t collect_or_write(int fd, const iovec* parts, int count) {
  Collector& mine = collector();
  const char command = mine.on ? packet_command(parts, count) : '\0';
  const bool ours = mine.fd == -1 || mine.fd == fd;
  if (!mine.on || !ours || (!is_edit(command) && !is_reply(command))) {
    return SessionWorkers::serves(fd) ? write_patiently(fd, parts, count)
                                      : ::syscall(SYS_writev, fd, parts, count);
  }
  ssize_t total = 0;
  for (int i = 0; i < count; ++i) total += static_cast<ssize_t>(parts[i].iov_len);
  if (is_edit(command)) {
    mine.fd = fd;
    append(mine.packets, parts, count);
    return total;
  }
  return finish(fd, parts, count) ? total : -1;
}

}  // namespace

void SingleWrite::begin(std::function<void()> done) {
  reset();
  Collector& mine = collector();
  mine.done = std::move(done);
  mine.on = true;
}

void SingleWrite::reserve(size_t bytes) { collector().packets.reserve(bytes); }

void SingleWrite::discard() {
  collector().packets.clear();
  collector().fd = -1;
}

void SingleWrite::reset() {
  Collector& mine = collector();
  mine.on = false;
  mine.fd = -1;
  mine.packets = std::string();
  const std::function<void()> done = std::exchange(mine.done, nullptr);
  if (done) done();
}

bool SingleWrite::collecting() { return collector().on; }

size_t SingleWrite::collected() { return collector().packets.size(); }

size_t measure_single_write() {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return 0;
  const std::vector<char> bytes(8U << 20U);
  const ssize_t taken = ::send(pair[0], bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  ::close(pair[0]);
  ::close(pair[1]);
  return taken < 0 ? 0 : static_cast<size_t>(taken);
}

size_t body_size_for(size_t single_write) { return single_write / 4 * 3; }

}  // namespace plainbounce

// Replaces the C library's function for everything in the process; only collecting threads notice.
extern "C" ssize_t writev(int fd, const iovec* parts, int count) {
  try {
    return plainbounce::collect_or_write(fd, parts, count);
  } catch (const std::exception&) {
    plainbounce::SingleWrite::reset();
    errno = ENOMEM;
    return -1;
  }
}

namespace plainbounce {

bool SingleWrite::is_bound() {
  return ::dlsym(RTLD_DEFAULT, "writev") == reinterpret_cast<void*>(&::writev);
}

}  // namespace plainbounce
