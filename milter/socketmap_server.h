#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "config/socket_address.h"
#include "core/base/result.h"
#include "milter/log.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// How much the clients of a SocketmapServer may cost.
struct SocketmapLimits {
  size_t connections = 4096;                 // beyond it the one that was silent longest is closed
  std::chrono::milliseconds request{10000};  // from a request's first byte to its last, and for
                                             // taking an answer
  std::chrono::milliseconds idle{600000};    // between requests
  size_t unsent = size_t{64} << 10U;  // bytes of answers; a client that takes none is not read from
};

// The socketmap protocol on one socket, on an Asio loop: requests may be split, or sent before the
// answers were read. All of it runs on the loop's thread. A client that breaks the protocol, is too
// slow or goes costs its own connection only.
class SocketmapServer {
 public:
  // The answer to one request; "TEMP ..." goes out when it throws.
  using Answer = std::function<std::string(std::string_view request)>;
  // `loop` and `log` must outlive it.
  SocketmapServer(boost::asio::io_context& loop, Log& log, Answer answer,
                  const SocketmapLimits& limits = {});
  ~SocketmapServer();
  SocketmapServer(const SocketmapServer&) = delete;
  SocketmapServer& operator=(const SocketmapServer&) = delete;

  // Binds and listens; a unix socket's place has to be free.
  Result<void> open(const SocketAddress& address);
  // Accepts from now on.
  void start();
  // Closes everything.
  void stop();
  [[nodiscard]] size_t connections() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace plainbounce
