#include "web/server/run_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>

#include "milter/socket_place.h"

namespace plainbounce {

Result<void> run_web_server(const WebSite& site, const WebSettings& settings,
                            const std::function<void()>& ready, const HttpLimits& limits) {
  auto done = claim_socket_place(settings.listen);
  if (!done) return done;
  boost::asio::io_context loop(1);
  HttpServer server(loop, site, settings, limits);
  done = server.open(settings.listen);
  if (!done) return done;
  const SocketFile file(settings.listen);
  boost::asio::signal_set signals(loop, SIGTERM, SIGINT);
  signals.async_wait([&](const boost::system::error_code&, int) {
    server.stop();
    loop.stop();
  });
  std::signal(SIGPIPE, SIG_IGN);
  server.start();
  ready();
  loop.run();
  file.remove();
  return {};
}

}  // namespace plainbounce
