#pragma once

#include <string>
#include <vector>

#include "cli/postfix/postfix_configuration.h"
#include "config/socket_address.h"

namespace plainbounce {

// Each setting of main.cf, and each "-o" of a service of master.cf, that names this socket, in any
// of its spellings: "main.cf: smtpd_milters = unix:...". A parameter that nothing uses is left out,
// and so is what only a table knows.
std::vector<std::string> lines_naming_socket(const PostfixConfiguration& postfix,
                                             const SocketAddress& socket);

}  // namespace plainbounce
