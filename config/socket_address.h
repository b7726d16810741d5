#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plainbounce {

// Where a socket of ours listens. Host names are not looked up: "localhost" stands for the loopback
// address, everything else is a numeric address.
struct SocketAddress {
  enum class Family { kUnix, kInet4, kInet6 };
  Family family = Family::kUnix;
  std::string path;   // kUnix: absolute
  std::string host;   // kInet4, kInet6: numeric; "0.0.0.0" and "::" are all interfaces
  uint16_t port = 0;  // kInet4, kInet6: 1 to 65535

  // Reachable from this machine only: a unix socket, 127.0.0.0/8 or ::1.
  [[nodiscard]] bool is_local() const;
  // As libmilter wants it: "unix:/run/x.sock", "inet:8895@127.0.0.1", "inet6:8895@::1".
  [[nodiscard]] std::string milter_spelling() const;
  // As Postfix wants it: "unix:/run/x.sock", "inet:127.0.0.1:8895", "inet:[::1]:8895".
  [[nodiscard]] std::string postfix_spelling() const;
  friend bool operator==(const SocketAddress&, const SocketAddress&) = default;
};

// Reads every spelling in use: "unix:/path", "local:/path", "/path", "inet:PORT@HOST",
// "inet:HOST:PORT", "inet:PORT" (all interfaces), "inet6:PORT@HOST", "inet:[::1]:PORT". The error
// says what is allowed.
Result<SocketAddress> parse_socket_address(std::string_view text);

}  // namespace plainbounce
