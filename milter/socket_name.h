#pragma once

#include <sys/socket.h>

#include "config/socket_address.h"

namespace plainbounce {

// An address as bind(2) and connect(2) take it. The path of a unix socket has to fit
// (claim_socket_place); a longer one is cut.
struct SocketName {
  sockaddr_storage storage = {};
  socklen_t size = 0;
  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  [[nodiscard]] int family() const { return storage.ss_family; }
};

SocketName socket_name(const SocketAddress& address);
// Where this machine itself reaches what listens there: the loopback for "all interfaces".
SocketAddress reachable_here(SocketAddress address);

}  // namespace plainbounce
