#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/socket_address.h"

namespace plainbounce::testing {

// A client of the socketmap protocol, as Postfix is one, that also sends what no client should.
class SocketmapClient {
 public:
  explicit SocketmapClient(const SocketAddress& address);
  ~SocketmapClient();
  SocketmapClient(const SocketmapClient&) = delete;
  SocketmapClient& operator=(const SocketmapClient&) = delete;

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  // The bytes as they are; false: the other side has closed, or takes nothing for too long.
  bool send(std::string_view bytes);
  // As many of the bytes as are taken at once.
  size_t send_some(std::string_view bytes);
  // The next answer; nothing when the other side closes or is silent for too long.
  std::optional<std::string> answer();
  // One request and its answer.
  std::optional<std::string> lookup(std::string_view map, std::string_view key);
  // Waits until the other side closes; false: it does not.
  bool is_closed();
  void close();

 private:
  bool receive();
  int fd_ = -1;
  std::string buffer_;
};

// "LENGTH:BYTES,"
std::string netstring(std::string_view bytes);

}  // namespace plainbounce::testing
