#include "tests/support/milter/socketmap_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace plainbounce::testing {
namespace {

constexpr int kPatience = 30000;  // ms

int connected(const SocketAddress& address) {
  const bool is_unix = address.family == SocketAddress::Family::kUnix;
  const int fd = ::socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int result = -1;
  if (is_unix) {
    sockaddr_un local = {};
    local.sun_family = AF_UNIX;
    std::strncpy(local.sun_path, address.path.c_str(), sizeof local.sun_path - 1);
    result = ::connect(fd, reinterpret_cast<sockaddr*>(&local), sizeof local);
  } else {
    sockaddr_in inet = {};
    inet.sin_family = AF_INET;
    inet.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &inet.sin_addr);
    result = ::connect(fd, reinterpret_cast<sockaddr*>(&inet), sizeof inet);
  }
  if (result == 0) return fd;
  ::close(fd);
  return -1;
}

bool is_ready(int fd, short events) {
  pollfd waited = {fd, events, 0};
  return ::poll(&waited, 1, kPatience) == 1;
}

}  // namespace

SocketmapClient::SocketmapClient(const SocketAddress& address) : fd_(connected(address)) {}

SocketmapClient::~SocketmapClient() { close(); }

void SocketmapClient::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

bool SocketmapClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!is_ready(fd_, POLLOUT)) return false;
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EAGAIN) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

size_t SocketmapClient::send_some(std::string_view bytes) {
  const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent > 0 ? static_cast<size_t>(sent) : 0;
}

bool SocketmapClient::receive() {
  std::array<char, 4096> piece = {};
  if (!is_ready(fd_, POLLIN)) return false;
  const ssize_t size = ::recv(fd_, piece.data(), piece.size(), 0);
  if (size <= 0) return false;
  buffer_.append(piece.data(), static_cast<size_t>(size));
  return true;
}

std::optional<std::string> SocketmapClient::answer() {
  for (;;) {
    const size_t colon = buffer_.find(':');
    if (colon != std::string::npos) {
      const size_t length = std::stoul(buffer_.substr(0, colon));
      if (buffer_.size() > colon + 1 + length) {
        const std::string text = buffer_.substr(colon + 1, length);
        const bool ends = buffer_[colon + 1 + length] == ',';
        buffer_.erase(0, colon + 1 + length + 1);
        return ends ? std::optional(text) : std::nullopt;
      }
    }
    if (!receive()) return std::nullopt;
  }
}

std::optional<std::string> SocketmapClient::lookup(std::string_view map, std::string_view key) {
  if (!send(netstring(std::string(map) + " " + std::string(key)))) return std::nullopt;
  return answer();
}

bool SocketmapClient::is_closed() {
  for (;;) {
    if (!is_ready(fd_, POLLIN)) return false;
    std::array<char, 4096> piece = {};
    const ssize_t size = ::recv(fd_, piece.data(), piece.size(), 0);
    if (size <= 0) return true;
  }
}

std::string netstring(std::string_view bytes) {
  return std::to_string(bytes.size()) + ":" + std::string(bytes) + ",";
}

}  // namespace plainbounce::testing
