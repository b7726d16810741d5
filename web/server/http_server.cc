#include "web/server/http_server.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <list>
#include <optional>

#include "web/client_address.h"
#include "web/client_limiter.h"
#include "web/server/listening_socket.h"
#include "web/server/request_fields.h"
#include "web/server/response_head.h"

namespace plainbounce {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Stream = asio::generic::stream_protocol;
using Acceptor = asio::basic_socket_acceptor<Stream>;
using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;
using RequestParser = http::request_parser<http::string_body>;

constexpr std::chrono::milliseconds kAcceptPause{200};
constexpr std::chrono::milliseconds kSweep{250};
constexpr std::chrono::seconds kLongBody{1};  // a body that takes longer gives way to others
constexpr size_t kMostLingered = size_t{8} << 20U;
constexpr int kRetryAfter = 2;
enum class Phase { kIdle, kHeader, kBody, kWorking, kAnswering, kLingering };

// One client.
struct Connection {
  explicit Connection(Stream::socket accepted) : socket(std::move(accepted)) {}
  Stream::socket socket;
  boost::beast::flat_buffer buffer;
  std::optional<RequestParser> parser;
  WebRequest request;
  WebResponse response;
  std::string head;
  std::string peer;
  Phase phase = Phase::kIdle;
  Clock::time_point since = Clock::now();
  Clock::time_point deadline = Clock::time_point::max();
  bool keep_alive = false;
  bool has_unread_body = false;
  size_t lingered = 0;
  std::list<std::shared_ptr<Connection>>::iterator place;
};
using Client = std::shared_ptr<Connection>;

int status_of(const ErrorCode& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  if (error == http::error::body_limit) return 413;
  return 400;
}

// The peer went, or broke off within a request: there is nobody to answer.
bool is_gone(const ErrorCode& error) {
  return error.category() != http::make_error_code(http::error::bad_method).category() ||
         error == http::error::end_of_stream || error == http::error::partial_message;
}

}  // namespace

class HttpServer::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::io_context& loop, const WebSite& site, const WebSettings& settings,
        const HttpLimits& limits)
      : site_(site),
        settings_(settings),
        limits_(limits),
        address_(settings.trusted_peers),
        limiter_({static_cast<double>(settings.decode_rate),
                  static_cast<double>(settings.decode_burst)}),
        acceptor_(loop),
        pause_(loop),
        sweep_(loop),
        workers_(1) {}

  Result<void> open(const SocketAddress& address) {
    const auto socket = open_listening_socket(address, settings_.socket_mode);
    if (!socket) return tl::unexpected<Error>(socket.error());
    using Family = SocketAddress::Family;
    const int family = address.family == Family::kUnix    ? AF_UNIX
                       : address.family == Family::kInet4 ? AF_INET
                                                          : AF_INET6;
    ErrorCode error;
    acceptor_.assign(Stream(family, 0), *socket, error);
    return error ? Result<void>(fail(error.message())) : Result<void>();
  }

  void start() {
    accept();
    sweep_later();
  }

  void stop() {
    ErrorCode ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    sweep_.cancel();
    while (!clients_.empty()) drop(Client(clients_.front()));
    workers_.stop();
    workers_.join();
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

  void accept() {
    acceptor_.async_accept(
        [self = shared_from_this()](const ErrorCode& error, Stream::socket socket) {
          if (!self->acceptor_.is_open()) return;
          if (error) return self->pause();
          self->guarded(nullptr, [&self, &socket] { self->take(std::move(socket)); });
          self->accept();
        });
  }

  // No descriptor is free: the waiting clients wait a little longer.
  void pause() {
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([self = shared_from_this()](const ErrorCode& cancelled) {
      if (!cancelled && self->acceptor_.is_open()) self->accept();
    });
  }

  void take(Stream::socket socket) {
    if (clients_.size() >= settings_.max_connections) make_room();
    const auto client = std::make_shared<Connection>(std::move(socket));
    client->peer = peer_address(client->socket.native_handle());
    if (!client->peer.empty()) {
      ErrorCode ignored;
      client->socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    }
    client->place = clients_.insert(clients_.end(), client);
    wait_for_request(client);
  }

  // Who has been idle longest goes; where nobody is idle, who has been in one phase longest.
  void make_room() {
    for (const Phase phase : {Phase::kIdle, Phase::kLingering}) {
      for (const Client& client : clients_) {
        if (client->phase == phase) return drop(Client(client));
      }
    }
    drop(Client(clients_.front()));
  }

  void drop(const Client& client) {
    if (!client->socket.is_open()) return;
    if (client->phase == Phase::kBody) --bodies_;
    ErrorCode ignored;
    client->socket.close(ignored);
    clients_.erase(client->place);
  }

  // The list is in the order in which the phases began.
  void enter(const Client& client, Phase phase, std::chrono::milliseconds most) {
    if (client->phase == Phase::kBody) --bodies_;
    if (phase == Phase::kBody) ++bodies_;
    client->phase = phase;
    client->since = Clock::now();
    client->deadline = client->since + most;
    clients_.splice(clients_.end(), clients_, client->place);
  }

  void wait_for_request(const Client& client) {
    enter(client, Phase::kIdle, limits_.idle);
    client->parser.reset();
    client->request = {};
    client->response = {};
    if (client->buffer.size() > 0) {  // sent before the last answer was read
      return asio::post(acceptor_.get_executor(), [self = shared_from_this(), client] {
        self->guarded(client, [&] { self->read_header(client); });
      });
    }
    client->buffer.shrink_to_fit();
    client->socket.async_wait(Stream::socket::wait_read,
                              [self = shared_from_this(), client](const ErrorCode& error) {
                                if (error) return self->drop(client);
                                self->guarded(client, [&] { self->read_header(client); });
                              });
  }

  void read_header(const Client& client) {
    enter(client, Phase::kHeader, limits_.request);
    client->parser.emplace();
    client->parser->header_limit(static_cast<uint32_t>(limits_.header_bytes));
    client->parser->body_limit(limits_.body_bytes);
    client->buffer.max_size(limits_.header_bytes + (size_t{64} << 10U));
    http::async_read_header(client->socket, client->buffer, *client->parser,
                            [self = shared_from_this(), client](const ErrorCode& error, size_t) {
                              self->guarded(client, [&] { self->take_header(client, error); });
                            });
  }

  void take_header(const Client& client, const ErrorCode& error) {
    if (error) return refuse_broken(client, error);
    client->request = read_fields(client->parser->get());
    client->keep_alive = client->parser->keep_alive();
    client->has_unread_body = !client->parser->is_done();
    if (auto refused = site_.refuse_early(client->request)) {
      return answer(client, std::move(*refused));
    }
    if (client->request.method != "POST") {
      return answer(client, site_.answer(client->request));
    }
    const auto wait = limiter_.take(client_of(*client), Clock::now());
    if (wait.count() > 0) return refuse(client, 429, wait.count());
    if (!may_read_body()) return refuse(client, 503, kRetryAfter);
    const bool asks =
        boost::beast::iequals(client->parser->get()[http::field::expect], "100-continue");
    enter(client, Phase::kBody, limits_.request);
    asks ? let_continue(client) : read_body(client);
  }

  [[nodiscard]] std::string client_of(const Connection& client) const {
    const std::string& field = settings_.client_header;
    const std::string named = field.empty() ? "" : last_field(client.parser->get(), field);
    return address_.known_by(client.peer, named);
  }

  // One that has been sending its body for long gives way.
  bool may_read_body() {
    if (bodies_ < limits_.bodies) return true;
    for (const Client& client : clients_) {
      if (client->phase != Phase::kBody || Clock::now() - client->since < kLongBody) continue;
      drop(Client(client));
      return true;
    }
    return false;
  }

  void let_continue(const Client& client) {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(client->socket, asio::buffer(kContinue.data(), kContinue.size()),
                      [self = shared_from_this(), client](const ErrorCode& error, size_t) {
                        if (error) return self->drop(client);
                        self->guarded(client, [&] { self->read_body(client); });
                      });
  }

  void read_body(const Client& client) {
    http::async_read(client->socket, client->buffer, *client->parser,
                     [self = shared_from_this(), client](const ErrorCode& error, size_t) {
                       self->guarded(client, [&] { self->take_body(client, error); });
                     });
  }

  void take_body(const Client& client, const ErrorCode& error) {
    if (error) return refuse_broken(client, error);
    client->has_unread_body = false;
    client->request.body = std::move(client->parser->get().body());
    if (waiting_ >= limits_.waiting) return refuse(client, 503, kRetryAfter);
    enter(client, Phase::kWorking, std::chrono::hours(1));
    ++waiting_;
    asio::post(workers_, [self = shared_from_this(), client, begun = Clock::now(),
                          request = std::move(client->request)] {
      WebResponse response = self->work(request, begun);
      asio::post(self->acceptor_.get_executor(),
                 [self, client, done = std::move(response)]() mutable {
                   --self->waiting_;
                   self->guarded(client, [&] { self->answer(client, std::move(done)); });
                 });
    });
  }

  // On a worker's thread.
  [[nodiscard]] WebResponse work(const WebRequest& request,
                                 Clock::time_point begun) const noexcept {
    try {
      if (Clock::now() - begun > limits_.request) return site_.refusal(503, request);
      return site_.answer(request);
    } catch (...) {
      WebResponse failed;
      failed.status = 500;
      return failed;
    }
  }

  void refuse_broken(const Client& client, const ErrorCode& error) {
    if (is_gone(error)) return drop(client);
    client->has_unread_body = true;
    answer(client, site_.refusal(status_of(error), client->request));
  }

  void refuse(const Client& client, int status, long long retry_after) {
    WebResponse response = site_.refusal(status, client->request);
    response.fields.emplace_back("Retry-After", std::to_string(retry_after));
    answer(client, std::move(response));
  }

  void answer(const Client& client, WebResponse response) {
    enter(client, Phase::kAnswering, limits_.answer);
    if (client->has_unread_body) client->keep_alive = false;
    client->response = std::move(response);
    client->head = response_head(client->response, client->keep_alive, clock_.now());
    const bool with_body = client->response.body != nullptr && client->request.method != "HEAD";
    const std::array<asio::const_buffer, 2> pieces = {
        asio::buffer(client->head),
        with_body ? asio::buffer(*client->response.body) : asio::const_buffer()};
    asio::async_write(client->socket, pieces,
                      [self = shared_from_this(), client](const ErrorCode& error, size_t) {
                        if (error) return self->drop(client);
                        self->guarded(client, [&] { self->go_on(client); });
                      });
  }

  void go_on(const Client& client) {
    if (client->keep_alive) return wait_for_request(client);
    if (!client->has_unread_body) return drop(client);
    // A close with unread bytes would take the answer away from the client.
    ErrorCode ignored;
    client->socket.shutdown(Stream::socket::shutdown_send, ignored);
    enter(client, Phase::kLingering, limits_.linger);
    linger(client);
  }

  void linger(const Client& client) {
    client->socket.async_read_some(
        asio::buffer(scratch_),
        [self = shared_from_this(), client](const ErrorCode& error, size_t size) {
          client->lingered += size;
          if (error || client->lingered > kMostLingered) return self->drop(client);
          self->guarded(client, [&] { self->linger(client); });
        });
  }

  void sweep_later() {
    sweep_.expires_after(kSweep);
    sweep_.async_wait([self = shared_from_this()](const ErrorCode& cancelled) {
      if (cancelled || !self->acceptor_.is_open()) return;
      const Clock::time_point now = Clock::now();
      for (auto next = self->clients_.begin(); next != self->clients_.end();) {
        const Client client = *next++;
        if (now > client->deadline) self->drop(client);
      }
      self->sweep_later();
    });
  }

  const WebSite& site_;
  WebSettings settings_;
  HttpLimits limits_;
  ClientAddress address_;
  ClientLimiter limiter_;
  Acceptor acceptor_;
  asio::steady_timer pause_;
  asio::steady_timer sweep_;
  asio::thread_pool workers_;
  std::list<Client> clients_;
  std::array<char, 16384> scratch_ = {};  // what nobody reads
  size_t bodies_ = 0;
  size_t waiting_ = 0;
  HttpClock clock_;
};

HttpServer::HttpServer(boost::asio::io_context& loop, const WebSite& site,
                       const WebSettings& settings, const HttpLimits& limits)
    : state_(std::make_shared<State>(loop, site, settings, limits)) {}

HttpServer::~HttpServer() { stop(); }

Result<void> HttpServer::open(const SocketAddress& address) { return state_->open(address); }

void HttpServer::start() { state_->start(); }

void HttpServer::stop() { state_->stop(); }

size_t HttpServer::connections() const { return state_->connections(); }

}  // namespace plainbounce
