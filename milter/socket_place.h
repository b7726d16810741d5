#pragma once

#include <string>

#include "config/settings.h"
#include "config/socket_address.h"
#include "core/base/result.h"

namespace plainbounce {

// The stale-socket rule: makes the place of a unix socket free for us. A socket on which nobody
// answers is removed; one on which somebody does, a file of another kind, a path that is too long
// or a missing directory is an error. Nothing to do for TCP.
Result<void> claim_socket_place(const SocketAddress& address);

// Gives the new socket its group. The mode comes from the umask, so that it never is wider.
Result<void> give_socket_group(const SocketAddress& address, const std::string& group);

// Which file a socket's path led to, to remove only our own at the end.
class SocketFile {
 public:
  // Remembers the file that is there now.
  explicit SocketFile(const SocketAddress& address);
  // Removes it, unless the path leads to another file by now. Nobody new connects then.
  void remove() const;

 private:
  std::string path_;
  unsigned long device_ = 0;
  unsigned long inode_ = 0;
};

}  // namespace plainbounce
