#include "web/server/listening_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace plainbounce {
namespace {

struct Endpoint {
  sockaddr_storage storage = {};
  socklen_t size = 0;
};

Endpoint endpoint_of(const SocketAddress& address) {
  Endpoint endpoint;
  if (address.family == SocketAddress::Family::kUnix) {
    sockaddr_un local = {};
    local.sun_family = AF_UNIX;
    std::memcpy(local.sun_path, address.path.data(),
                std::min(address.path.size(), sizeof local.sun_path - 1));
    std::memcpy(&endpoint.storage, &local, sizeof local);
    endpoint.size = sizeof local;
  } else if (address.family == SocketAddress::Family::kInet4) {
    sockaddr_in inet = {};
    inet.sin_family = AF_INET;
    inet.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &inet.sin_addr);
    std::memcpy(&endpoint.storage, &inet, sizeof inet);
    endpoint.size = sizeof inet;
  } else {
    sockaddr_in6 inet = {};
    inet.sin6_family = AF_INET6;
    inet.sin6_port = htons(address.port);
    ::inet_pton(AF_INET6, address.host.c_str(), &inet.sin6_addr);
    std::memcpy(&endpoint.storage, &inet, sizeof inet);
    endpoint.size = sizeof inet;
  }
  return endpoint;
}

// 0, or the error.
int bind_and_listen(int fd, const SocketAddress& address, unsigned mode) {
  const Endpoint endpoint = endpoint_of(address);
  const bool is_unix = address.family == SocketAddress::Family::kUnix;
  const int on = 1;
  if (!is_unix) ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const mode_t before = ::umask(0777);
  const int bound = ::bind(fd, reinterpret_cast<const sockaddr*>(&endpoint.storage), endpoint.size);
  const int error = errno;
  ::umask(before);
  if (bound != 0) return error;
  if (is_unix && ::chmod(address.path.c_str(), mode) != 0) return errno;
  return ::listen(fd, SOMAXCONN) == 0 ? 0 : errno;
}

}  // namespace

Result<int> open_listening_socket(const SocketAddress& address, unsigned mode) {
  const Endpoint endpoint = endpoint_of(address);
  const int fd = ::socket(endpoint.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int error = fd < 0 ? errno : bind_and_listen(fd, address, mode);
  if (error == 0) return fd;
  if (fd >= 0) ::close(fd);
  return fail("cannot listen on " + address.postfix_spelling() + ": " +
              std::generic_category().message(error));
}

std::string peer_address(int socket) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  std::array<char, INET6_ADDRSTRLEN> text = {};
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return {};
  if (storage.ss_family == AF_INET) {
    const auto* inet = reinterpret_cast<const sockaddr_in*>(&storage);
    ::inet_ntop(AF_INET, &inet->sin_addr, text.data(), text.size());
  } else if (storage.ss_family == AF_INET6) {
    const auto* inet = reinterpret_cast<const sockaddr_in6*>(&storage);
    ::inet_ntop(AF_INET6, &inet->sin6_addr, text.data(), text.size());
  }
  return text.data();
}

}  // namespace plainbounce
