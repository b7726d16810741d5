#include "tests/support/milter/status_client.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

#include "tests/support/milter/milter_protocol.h"

namespace plainbounce::testing {

std::string status_page(const SocketAddress& address, const std::string& path) {
  const int fd = connect_to(address);
  if (fd < 0) return {};
  const timeval patience = {30, 0};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const std::string request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::string answer;
  if (::send(fd, request.data(), request.size(), MSG_NOSIGNAL) ==
      static_cast<ssize_t>(request.size())) {
    std::array<char, 4096> bytes = {};
    for (ssize_t got = 0; (got = ::recv(fd, bytes.data(), bytes.size(), 0)) > 0;) {
      answer.append(bytes.data(), static_cast<size_t>(got));
    }
  }
  ::close(fd);
  return answer;
}

bool wait_until(const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace plainbounce::testing
