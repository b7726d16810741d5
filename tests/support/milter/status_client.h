#pragma once

#include <functional>
#include <string>

#include "config/socket_address.h"

namespace plainbounce::testing {

// The whole answer to a GET of `path`, status line and header fields included; empty: none came.
std::string status_page(const SocketAddress& address, const std::string& path);
// Asks again and again until it is so; false: not within half a minute.
bool wait_until(const std::function<bool()>& condition);

}  // namespace plainbounce::testing
