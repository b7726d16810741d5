#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "config/settings.h"
#include "core/base/result.h"
#include "web/web_site.h"

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// How much the clients of an HttpServer may cost, beside what the settings say.
struct HttpLimits {
  size_t header_bytes = size_t{16} << 10U;
  size_t body_bytes = size_t{1} << 20U;
  size_t bodies = 16;                        // that are read at the same time
  size_t waiting = 32;                       // requests that wait for a worker
  std::chrono::milliseconds request{10000};  // from a request's first byte to its last
  std::chrono::milliseconds answer{30000};   // for taking an answer
  std::chrono::milliseconds idle{60000};     // between requests
  std::chrono::milliseconds linger{2000};    // for a client that still sends what was refused
};

// Serves a WebSite over HTTP/1.1 on one socket. Pages are answered on the loop's thread; what is
// pasted is explained by a worker. A client that is slow, sends too much or breaks the protocol
// costs its own connection only. It logs nothing.
class HttpServer {
 public:
  // `loop` and `site` must outlive it.
  HttpServer(boost::asio::io_context& loop, const WebSite& site, const WebSettings& settings,
             const HttpLimits& limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Binds and listens; a unix socket's place has to be free.
  Result<void> open(const SocketAddress& address);
  // Accepts from now on.
  void start();
  // Closes everything and waits for the worker.
  void stop();
  [[nodiscard]] size_t connections() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace plainbounce
