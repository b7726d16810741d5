#pragma once

#include <string>

#include "config/socket_address.h"
#include "core/base/result.h"
#include "milter/session.h"

namespace plainbounce {

// libmilter around Sessions: it has global state, so there is one of these in a process.
class MilterServer {
 public:
  explicit MilterServer(const SessionSurroundings& surroundings);
  ~MilterServer();
  MilterServer(const MilterServer&) = delete;
  MilterServer& operator=(const MilterServer&) = delete;

  // Registers the callbacks and opens the socket, whose place must be free (claim_socket_place).
  Result<void> open(const SocketAddress& address);
  // Serves until the process ends; comes back only when libmilter gives up (false: with an error).
  // To be run on a thread of its own. There is no stop: smfi_stop would leave open connections
  // unserved, wait for libmilter's poll and race with smfi_main over a mutex.
  bool run();

 private:
  std::string spelling_;  // libmilter keeps no copy
};

}  // namespace plainbounce
