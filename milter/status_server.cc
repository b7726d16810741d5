#include "milter/status_server.h"

#include <netinet/in.h>

#include <array>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <list>
#include <utility>

#include "milter/socket_name.h"

namespace plainbounce {
namespace {

namespace http = boost::beast::http;
using Stream = boost::asio::generic::stream_protocol;
using Acceptor = boost::asio::basic_socket_acceptor<Stream>;
using ErrorCode = boost::system::error_code;
using Response = http::response<http::string_body>;

constexpr std::chrono::milliseconds kAcceptPause{200};
constexpr const char* kPlain = "text/plain; charset=utf-8";

struct Connection {
  Connection(Stream::socket accepted, const StatusLimits& limits)
      : socket(std::move(accepted)), timer(socket.get_executor()), buffer(limits.header_bytes) {
    parser.header_limit(limits.header_bytes);
  }
  Stream::socket socket;
  boost::asio::steady_timer timer;
  boost::beast::flat_buffer buffer;
  http::request_parser<http::empty_body> parser;
  Response response;
  std::optional<http::response_serializer<http::string_body>> serializer;
  std::array<char, 1024> rest = {};
  std::list<std::shared_ptr<Connection>>::iterator place;
};
using Client = std::shared_ptr<Connection>;

StatusAnswer plain(unsigned status, std::string body) { return {status, kPlain, std::move(body)}; }

StatusAnswer answer_to_error(const ErrorCode& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return plain(431, "The request is too long.\n");
  }
  return plain(400, "This is no request that is understood here.\n");
}

}  // namespace

class StatusServer::State : public std::enable_shared_from_this<State> {
 public:
  State(boost::asio::io_context& loop, Log& log, Pages pages, const StatusLimits& limits)
      : log_(log), pages_(std::move(pages)), limits_(limits), acceptor_(loop), pause_(loop) {}

  Result<void> open(const SocketAddress& address) {
    const SocketName name = socket_name(address);
    const bool is_unix = address.family == SocketAddress::Family::kUnix;
    ErrorCode error;
    acceptor_.open(Stream(name.family(), is_unix ? 0 : IPPROTO_TCP), error);
    if (!error && !is_unix) {
      acceptor_.set_option(boost::asio::socket_base::reuse_address(true), error);
    }
    if (!error) acceptor_.bind(Stream::endpoint(name.get(), name.size), error);
    if (!error) acceptor_.listen(boost::asio::socket_base::max_listen_connections, error);
    if (error) {
      return fail("cannot listen on " + address.postfix_spelling() + ": " + error.message());
    }
    return {};
  }

  void accept() {
    acceptor_.async_accept(
        [self = shared_from_this()](const ErrorCode& error, Stream::socket socket) {
          if (!self->acceptor_.is_open()) return;
          if (error) return self->pause(error);
          self->short_of_files_ = false;
          self->guarded(nullptr, [&] { self->take(std::move(socket)); });
          self->accept();
        });
  }

  void stop() {
    ErrorCode ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    while (!clients_.empty()) drop(clients_.front());
  }

  [[nodiscard]] size_t connections() const { return clients_.size(); }

 private:
  // Memory that runs out for one client must not end the loop.
  template <class Step>
  void guarded(const Client& client, Step step) noexcept {
    if (client != nullptr && !client->socket.is_open()) return;
    try {
      step();
    } catch (...) {
      if (client != nullptr) drop(client);
    }
  }

  void pause(const ErrorCode& error) {
    if (!std::exchange(short_of_files_, true)) {
      log_.write(Log::Level::kWarning, "status: new clients wait: " + error.message());
    }
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([self = shared_from_this()](const ErrorCode& cancelled) {
      if (!cancelled && self->acceptor_.is_open()) self->accept();
    });
  }

  void take(Stream::socket socket) {
    while (clients_.size() >= limits_.connections) drop(clients_.front());
    const auto client = std::make_shared<Connection>(std::move(socket), limits_);
    client->place = clients_.insert(clients_.end(), client);
    guarded(client, [&] {
      client->timer.expires_after(limits_.time);
      client->timer.async_wait([self = shared_from_this(), client](const ErrorCode& cancelled) {
        if (!cancelled) self->drop(client);
      });
      http::async_read_header(client->socket, client->buffer, client->parser,
                              [self = shared_from_this(), client](const ErrorCode& error, size_t) {
                                self->guarded(client, [&] { self->answer(client, error); });
                              });
    });
  }

  void drop(const Client& client) {
    if (!client->socket.is_open()) return;
    ErrorCode ignored;
    client->timer.cancel();
    client->socket.close(ignored);
    clients_.erase(client->place);  // `client` may be the list's own: the last that is said of it
  }

  void answer(const Client& client, const ErrorCode& error) {
    const bool is_http =
        error && error.category() == http::make_error_code(http::error::bad_method).category();
    if (error && (!is_http || error == http::error::end_of_stream)) return drop(client);
    const auto& request = client->parser.get();
    const bool head = !error && request.method() == http::verb::head;
    StatusAnswer page;
    if (error) {
      page = answer_to_error(error);
    } else if (!head && request.method() != http::verb::get) {
      page = plain(405, "Only GET and HEAD are served here.\n");
      client->response.set(http::field::allow, "GET, HEAD");
    } else {
      page = page_at(std::string_view(request.target().data(), request.target().size()));
    }
    send(client, std::move(page), head);
  }

  StatusAnswer page_at(std::string_view target) const {
    auto page = pages_(target.substr(0, target.find('?')));
    return page ? std::move(*page) : plain(404, "There is no such page.\n");
  }

  void send(const Client& client, StatusAnswer page, bool head) {
    Response& response = client->response;
    response.result(page.status);
    response.set(http::field::content_type, page.type);
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    response.keep_alive(false);
    response.body() = std::move(page.body);
    response.prepare_payload();
    client->serializer.emplace(response);
    const auto sent = [self = shared_from_this(), client](const ErrorCode& error, size_t) {
      if (error) return self->drop(client);
      self->guarded(client, [&] {
        ErrorCode ignored;
        client->socket.shutdown(boost::asio::socket_base::shutdown_send, ignored);
        self->wait_for_end(client);
      });
    };
    if (head) {
      http::async_write_header(client->socket, *client->serializer, sent);
    } else {
      http::async_write(client->socket, *client->serializer, sent);
    }
  }

  // A close with bytes unread would take the answer away from the client.
  void wait_for_end(const Client& client) {
    client->socket.async_read_some(
        boost::asio::buffer(client->rest),
        [self = shared_from_this(), client](const ErrorCode& error, size_t) {
          if (error) return self->drop(client);
          self->guarded(client, [&] { self->wait_for_end(client); });
        });
  }

  Log& log_;
  const Pages pages_;
  const StatusLimits limits_;
  Acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::list<Client> clients_;
  bool short_of_files_ = false;
};

StatusServer::StatusServer(boost::asio::io_context& loop, Log& log, Pages pages,
                           const StatusLimits& limits)
    : state_(std::make_shared<State>(loop, log, std::move(pages), limits)) {}

StatusServer::~StatusServer() { stop(); }

Result<void> StatusServer::open(const SocketAddress& address) { return state_->open(address); }

void StatusServer::start() { state_->accept(); }

void StatusServer::stop() { state_->stop(); }

size_t StatusServer::connections() const { return state_->connections(); }

}  // namespace plainbounce
