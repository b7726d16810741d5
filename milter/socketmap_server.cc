#include "milter/socketmap_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <optional>
#include <utility>

#include "milter/socket_name.h"
#include "milter/socketmap_input.h"

namespace plainbounce {
namespace {

using Stream = boost::asio::generic::stream_protocol;
using Acceptor = boost::asio::basic_socket_acceptor<Stream>;
using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;

constexpr size_t kReadSize = size_t{16} << 10U;
// So many requests of one client are answered before others get their turn, and none is begun after
// so long: answers that must be worked out take their time.
constexpr size_t kTurn = 64;
constexpr std::chrono::microseconds kTurnTime{200};
constexpr std::chrono::milliseconds kAcceptPause{200};
constexpr std::chrono::seconds kBetweenComplaints{60};

// One client.
struct Connection {
  explicit Connection(Stream::socket accepted) : socket(std::move(accepted)) {}
  Stream::socket socket;
  SocketmapInput input;
  std::string out;
  size_t sent = 0;  // of `out`
  bool was_waited_for = false;
  // When the last request was answered, or since when the rest of one is waited for.
  Clock::time_point since = Clock::now();
  std::list<std::shared_ptr<Connection>>::iterator place;

  [[nodiscard]] size_t unsent() const { return out.size() - sent; }
  [[nodiscard]] bool is_waited_for() const { return input.is_inside() || unsent() > 0; }
};
using Client = std::shared_ptr<Connection>;

}  // namespace

class SocketmapServer::State : public std::enable_shared_from_this<State> {
 public:
  State(boost::asio::io_context& loop, Log& log, Answer answer, const SocketmapLimits& limits)
      : log_(log),
        answer_(std::move(answer)),
        limits_(limits),
        acceptor_(loop),
        pause_(loop),
        sweep_(loop) {}

  Result<void> open(const SocketAddress& address) {
    const SocketName name = socket_name(address);
    const Stream::endpoint endpoint(name.get(), name.size);
    const bool is_unix = address.family == SocketAddress::Family::kUnix;
    ErrorCode error;
    acceptor_.open(Stream(endpoint.data()->sa_family, is_unix ? 0 : IPPROTO_TCP), error);
    if (!error && !is_unix) {
      acceptor_.set_option(boost::asio::socket_base::reuse_address(true), error);
    }
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(boost::asio::socket_base::max_listen_connections, error);
    if (error) {
      return fail("cannot listen on " + address.postfix_spelling() + ": " + error.message());
    }
    is_unix_ = is_unix;
    return {};
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

  void accept() {
    acceptor_.async_accept(
        [self = shared_from_this()](const ErrorCode& error, Stream::socket socket) {
          if (!self->acceptor_.is_open()) return;
          if (error) return self->pause(error);
          self->short_of_files_ = false;
          self->guarded(nullptr, [&self, &socket] { self->take(std::move(socket)); });
          self->accept();
        });
  }

  // No descriptor is free: the waiting clients wait a little longer.
  void pause(const ErrorCode& error) {
    if (!std::exchange(short_of_files_, true)) {
      log_.write(Log::Level::kWarning, "replies: new clients wait: " + error.message());
    }
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([self = shared_from_this()](const ErrorCode& cancelled) {
      if (!cancelled && self->acceptor_.is_open()) self->accept();
    });
  }

  void take(Stream::socket socket) {
    ErrorCode error;
    socket.non_blocking(true, error);
    if (error) return;
    if (!is_unix_) {
      const int on = 1;
      ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    while (clients_.size() >= limits_.connections) drop(clients_.front());
    const auto client = std::make_shared<Connection>(std::move(socket));
    client->place = clients_.insert(clients_.end(), client);
    wait_to_read(client);
  }

  void drop(const Client& client) {
    if (!client->socket.is_open()) return;
    ErrorCode ignored;
    client->socket.close(ignored);
    clients_.erase(client->place);  // `client` may be the list's own: the last that is said of it
  }

  void complain(const Client& client, const char* what) {
    const Clock::time_point now = Clock::now();
    drop(client);
    ++complaints_;
    if (last_complaint_ && now - *last_complaint_ < kBetweenComplaints) return;
    last_complaint_ = now;
    log_.write(Log::Level::kWarning,
               "replies: a client was closed: " + std::string(what) +
                   " closed=" + std::to_string(std::exchange(complaints_, 0)));
  }

  void wait_to_read(const Client& client) {
    client->socket.async_wait(Stream::socket::wait_read,
                              [self = shared_from_this(), client](const ErrorCode& error) {
                                self->guarded(client, [&] { self->read(client, error); });
                              });
  }

  void wait_to_write(const Client& client) {
    client->socket.async_wait(Stream::socket::wait_write,
                              [self = shared_from_this(), client](const ErrorCode& error) {
                                if (error) return self->drop(client);
                                self->guarded(client, [&] { self->serve(client); });
                              });
  }

  void read(const Client& client, ErrorCode error) {
    size_t size = 0;
    if (!error) size = client->socket.read_some(boost::asio::buffer(buffer_), error);
    if (error == boost::asio::error::would_block) return wait_to_read(client);
    if (error) return drop(client);
    client->input.append({buffer_.data(), size});
    serve(client);
  }

  // Answers what is there, sends what can be sent, and waits for whatever comes next.
  void serve(const Client& client) {
    size_t answered = 0;
    const char* complaint = nullptr;
    const bool more = answer_requests(*client, answered, complaint);
    ErrorCode error;
    const size_t sent = send(*client, error);
    if (error) return drop(client);
    const bool is_waited_for = client->is_waited_for();
    if (answered > 0 || sent > 0 || is_waited_for != client->was_waited_for) touch(client);
    client->was_waited_for = is_waited_for;
    if (complaint != nullptr) return complain(client, complaint);
    if (client->unsent() > 0) return wait_to_write(client);
    if (!more) return wait_to_read(client);
    boost::asio::post(acceptor_.get_executor(), [self = shared_from_this(), client] {
      self->guarded(client, [&] { self->serve(client); });
    });
  }

  // True when requests may be left.
  bool answer_requests(Connection& client, size_t& answered, const char*& complaint) {
    std::string_view request;
    const Clock::time_point end = Clock::now() + kTurnTime;
    for (; answered < kTurn && (answered == 0 || Clock::now() < end); ++answered) {
      if (client.unsent() >= limits_.unsent) return true;
      switch (client.input.next(request)) {
        case SocketmapInput::State::kIncomplete:
          return false;
        case SocketmapInput::State::kBroken:
          complaint = client.input.complaint();
          return false;
        case SocketmapInput::State::kTooLong:
          append_netstring(client.out, "NOTFOUND ");
          break;
        case SocketmapInput::State::kRequest:
          append_netstring(client.out, answer(request));
          break;
      }
    }
    return true;
  }

  std::string answer(std::string_view request) noexcept {
    try {
      return answer_(request);
    } catch (...) {
      return "TEMP no memory";
    }
  }

  static size_t send(Connection& client, ErrorCode& error) {
    if (client.unsent() == 0) return 0;
    const auto rest = boost::asio::buffer(client.out.data() + client.sent, client.unsent());
    const size_t size = client.socket.write_some(rest, error);
    if (error == boost::asio::error::would_block) error = {};
    client.sent += size;
    if (client.unsent() == 0) {
      client.out.clear();
      client.sent = 0;
      if (client.out.capacity() > kReadSize) client.out.shrink_to_fit();
    }
    return size;
  }

  // The list is in the order of the last sign of life.
  void touch(const Client& client) {
    client->since = Clock::now();
    clients_.splice(clients_.end(), clients_, client->place);
  }

  void sweep_later() {
    sweep_.expires_after(std::clamp(limits_.request / 8, std::chrono::milliseconds(10),
                                    std::chrono::milliseconds(1000)));
    sweep_.async_wait([self = shared_from_this()](const ErrorCode& cancelled) {
      if (cancelled || !self->acceptor_.is_open()) return;
      self->sweep();
      self->sweep_later();
    });
  }

  void sweep() {
    const Clock::time_point now = Clock::now();
    for (auto next = clients_.begin(); next != clients_.end();) {
      const Client client = *next++;
      const auto silent = now - client->since;
      if (client->is_waited_for()) {
        if (silent > limits_.request) complain(client, "a request or an answer took too long");
      } else if (silent > limits_.idle) {
        drop(client);
      }
    }
  }

  Log& log_;
  Answer answer_;
  SocketmapLimits limits_;
  Acceptor acceptor_;
  boost::asio::steady_timer pause_;
  boost::asio::steady_timer sweep_;
  std::list<Client> clients_;
  std::array<char, kReadSize> buffer_ = {};  // of whichever client is read from
  std::optional<Clock::time_point> last_complaint_;
  size_t complaints_ = 0;
  bool is_unix_ = false;
  bool short_of_files_ = false;
};

SocketmapServer::SocketmapServer(boost::asio::io_context& loop, Log& log, Answer answer,
                                 const SocketmapLimits& limits)
    : state_(std::make_shared<State>(loop, log, std::move(answer), limits)) {}

SocketmapServer::~SocketmapServer() { stop(); }

Result<void> SocketmapServer::open(const SocketAddress& address) { return state_->open(address); }

void SocketmapServer::start() { state_->start(); }

void SocketmapServer::stop() { state_->stop(); }

size_t SocketmapServer::connections() const { return state_->connections(); }

}  // namespace plainbounce
