#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "config/socket_address.h"
#include "core/base/result.h"
#include "milter/log.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

struct StatusAnswer {
  unsigned status = 200;
  std::string type;  // media type
  std::string body;
};

struct StatusLimits {
  size_t connections = 16;  // beyond, the oldest goes
  uint32_t header_bytes = 4096;
  std::chrono::milliseconds time{5000};  // for a whole connection
};

// A small HTTP server for pages that are made at once: GET and HEAD, one request a connection,
// whose body, if it has one, is not read. For the loop's thread.
class StatusServer {
 public:
  // What stands at a path ("/metrics", without a query); nothing: 404.
  using Pages = std::function<std::optional<StatusAnswer>(std::string_view path)>;
  // `loop` and `log` must outlive it.
  StatusServer(boost::asio::io_context& loop, Log& log, Pages pages, const StatusLimits& limits);
  ~StatusServer();  // stops
  StatusServer(const StatusServer&) = delete;
  StatusServer& operator=(const StatusServer&) = delete;

  Result<void> open(const SocketAddress& address);
  void start();
  void stop();
  [[nodiscard]] size_t connections() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace plainbounce
