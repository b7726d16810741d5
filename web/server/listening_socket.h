#pragma once

#include <string>

#include "config/socket_address.h"
#include "core/base/result.h"

namespace plainbounce {

// A socket that is bound and listens; the caller owns the descriptor. A unix socket has `mode`
// before anybody can reach it, and its place has to be free.
Result<int> open_listening_socket(const SocketAddress& address, unsigned mode);
// The numeric address of the other end of a connection; empty for a unix socket.
std::string peer_address(int socket);

}  // namespace plainbounce
