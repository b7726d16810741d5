#pragma once

#include <string>
#include <string_view>

#include "cli/postfix/postfix_configuration.h"
#include "config/socket_address.h"
#include "core/base/result.h"

namespace plainbounce {

// A socket of the daemon as a Postfix process reaches it: relative to the queue directory where it
// lies below it, which works chrooted or not. Fails for a socket elsewhere when `chrooted`.
Result<std::string> reachable_spelling(const SocketAddress& socket,
                                       const std::string& queue_directory, bool chrooted);

// Whether an address in main.cf's spelling ("unix:plainbounce/x.sock", "unix:/x", "inet:host:port")
// means this socket.
bool names_socket(std::string_view address, const SocketAddress& socket,
                  const std::string& queue_directory);

// A value with each $name, ${name} and $(name) replaced by the parameter's effective value. Fails
// on conditions such as ${name?text}.
Result<std::string> expand_parameters(const PostfixConfiguration& postfix, std::string_view text);

}  // namespace plainbounce
