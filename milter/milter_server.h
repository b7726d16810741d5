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
  // Serves until stop(), or until libmilter gives up (false). To be run on a thread of its own.
  bool run();
  // Lets run() return. May block for seconds unless somebody connects; libmilter waits for no
  // connection that is open.
  void stop();

 private:
  std::string spelling_;  // libmilter keeps no copy
};

}  // namespace plainbounce
