// The HTTP server over real sockets: what its clients get, and what they may do to it.
#include "milter/status_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <new>
#include <random>
#include <thread>
#include <vector>

#include "tests/support/milter/captured_log.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/milter_protocol.h"
#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

using testing::CapturedLog;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using namespace std::chrono_literals;

class RunningServer {
 public:
  explicit RunningServer(const StatusLimits& limits = {}, bool inet = false)
      : server_(loop_, log_, page, limits) {
    address_.path = directory_.file("s");
    if (inet) {
      address_.family = SocketAddress::Family::kInet4;
      address_.host = "127.0.0.1";
      address_.port = testing::free_port();
    }
    const auto opened = server_.open(address_);
    EXPECT_TRUE(opened) << to_string(opened.error());
    server_.start();
    thread_ = std::thread([this] { loop_.run(); });
  }
  ~RunningServer() {
    boost::asio::post(loop_, [this] { server_.stop(); });
    thread_.join();  // nothing keeps the loop running any more
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  [[nodiscard]] const SocketAddress& address() const { return address_; }
  size_t connections() {
    std::promise<size_t> count;
    boost::asio::post(loop_, [&] { count.set_value(server_.connections()); });
    return count.get_future().get();
  }
  bool wait_for_connections(size_t count) {
    const auto until = std::chrono::steady_clock::now() + 30s;
    while (connections() != count) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::yield();
    }
    return true;
  }

 private:
  static std::optional<StatusAnswer> page(std::string_view path) {
    if (path == "/throw") throw std::bad_alloc();
    if (path == "/long") return StatusAnswer{200, "text/plain", std::string(1U << 20U, 'x')};
    if (path == "/sick") return StatusAnswer{503, "text/plain", "sick\n"};
    if (path != "/well") return std::nullopt;
    return StatusAnswer{200, "text/plain", "well\n"};
  }

  testing::TemporaryDirectory directory_;
  CapturedLog log_;
  boost::asio::io_context loop_;
  SocketAddress address_;
  StatusServer server_;
  std::thread thread_;
};

// A client's connection; what it sends may be anything.
class Client {
 public:
  explicit Client(const SocketAddress& address) : fd_(testing::connect_to(address)) {
    const timeval patience = {30, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  }
  ~Client() { ::close(fd_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  // False: the other side takes no more.
  bool send(std::string_view bytes) const {
    return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  void end() const { ::shutdown(fd_, SHUT_WR); }
  // Until the other side closes.
  [[nodiscard]] std::string answer() const {
    std::string text;
    char bytes[4096];
    for (ssize_t got = 0; (got = ::recv(fd_, bytes, sizeof bytes, 0)) > 0;) {
      text.append(bytes, static_cast<size_t>(got));
    }
    return text;
  }

 private:
  int fd_;
};

std::string asked(const SocketAddress& address, std::string_view request) {
  const Client client(address);
  if (!client.send(request)) return "closed";
  client.end();
  return client.answer();
}

std::string get(const SocketAddress& address, const std::string& path) {
  return asked(address, "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
}

TEST(StatusServer, GivesPagesOnUnixAndTcpSockets) {
  for (const bool inet : {false, true}) {
    RunningServer server({}, inet);
    EXPECT_THAT(get(server.address(), "/well"), StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(get(server.address(), "/well"), EndsWith("\r\n\r\nwell\n"));
    EXPECT_THAT(get(server.address(), "/well?a=b"), EndsWith("\r\n\r\nwell\n"));
    EXPECT_THAT(get(server.address(), "/sick"), StartsWith("HTTP/1.1 503 "));
    EXPECT_THAT(get(server.address(), "/none"), StartsWith("HTTP/1.1 404 "));
    EXPECT_GT(get(server.address(), "/long").size(), size_t{1} << 20U);
    EXPECT_THAT(asked(server.address(), "GET /well HTTP/1.0\r\n\r\n"), EndsWith("well\n"));
  }
}

TEST(StatusServer, AHeadHasNoBody) {
  RunningServer server;
  const std::string answer = asked(server.address(), "HEAD /well HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("Content-Length: 5\r\n"));
  EXPECT_THAT(answer, EndsWith("\r\n\r\n"));
}

TEST(StatusServer, OtherMethodsAreRefused) {
  RunningServer server;
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"}) {
    const std::string answer = asked(server.address(), std::string(method) +
                                                           " /well HTTP/1.1\r\nHost: x\r\n"
                                                           "Content-Length: 3\r\n\r\na=b");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 405 ")) << method;
    EXPECT_THAT(answer, HasSubstr("Allow: GET, HEAD\r\n")) << method;
    EXPECT_THAT(answer, Not(HasSubstr("well"))) << method;
  }
}

TEST(StatusServer, WhatIsNoRequestIsAnErrorAndHurtsNobody) {
  RunningServer server;
  const std::string long_line(5000, 'x');
  const struct {
    const char* label;
    std::string request;
    const char* answer;
  } cases[] = {
      {"nothing", "", ""},
      {"no HTTP", "hello\r\n\r\n", "HTTP/1.1 400 "},
      {"half a request", "GET /well HT", "HTTP/1.1 400 "},
      {"half a header", "GET /well HTTP/1.1\r\nHost", "HTTP/1.1 400 "},
      {"NUL bytes", std::string("GET /\0 HTTP/1.1\r\n\r\n", 19), "HTTP/1.1 400 "},
      {"binary", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03", 11), "HTTP/1.1 400 "},
      {"two lengths", "GET /well HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
       "HTTP/1.1 400 "},
      {"a long target", "GET /" + long_line + " HTTP/1.1\r\n\r\n", "HTTP/1.1 431 "},
      {"a long field", "GET / HTTP/1.1\r\nA: " + long_line + "\r\n\r\n", "HTTP/1.1 431 "},
      {"a path out of the tree", "GET /../../etc/passwd HTTP/1.1\r\n\r\n", "HTTP/1.1 404 "},
      {"a path with escapes", "GET /%77ell HTTP/1.1\r\n\r\n", "HTTP/1.1 404 "},
      {"a whole address", "GET http://x/well HTTP/1.1\r\n\r\n", "HTTP/1.1 404 "},
      {"more requests behind it", "GET /well HTTP/1.1\r\n\r\nGET /sick HTTP/1.1\r\n\r\n",
       "HTTP/1.1 200 "},
      {"no memory for a page", "GET /throw HTTP/1.1\r\n\r\n", ""},
  };
  for (const auto& c : cases) {
    const std::string answer = asked(server.address(), c.request);
    if (*c.answer == '\0') {
      EXPECT_EQ(answer, "") << c.label;
    } else {
      EXPECT_THAT(answer, StartsWith(c.answer)) << c.label;
    }
    EXPECT_THAT(answer, Not(HasSubstr("sick"))) << c.label;
    EXPECT_THAT(get(server.address(), "/well"), EndsWith("well\n")) << c.label;
  }
}

TEST(StatusServer, NoiseHurtsNobody) {
  RunningServer server;
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string noise(random() % 600, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    if (round % 2 == 0) noise.insert(0, "GET /well HTTP/1.1\r\n");
    asked(server.address(), noise);
  }
  EXPECT_THAT(get(server.address(), "/well"), EndsWith("well\n"));
}

TEST(StatusServer, WhoeverIsSlowIsClosed) {
  StatusLimits limits;
  limits.time = 300ms;
  RunningServer server(limits);
  const Client silent(server.address());
  const Client slow(server.address());
  ASSERT_TRUE(slow.send("GET /well HT"));
  EXPECT_EQ(silent.answer(), "");
  EXPECT_EQ(slow.answer(), "");
  // One that takes nothing of its answer: more than the socket holds.
  const Client greedy(server.address());
  ASSERT_TRUE(greedy.send("GET /long HTTP/1.1\r\n\r\n"));
  EXPECT_TRUE(server.wait_for_connections(1));
  EXPECT_TRUE(server.wait_for_connections(0));
}

TEST(StatusServer, ManyClientsKeepNobodyOut) {
  StatusLimits limits;
  limits.connections = 4;
  limits.time = 60s;
  RunningServer server(limits);
  std::vector<std::unique_ptr<Client>> idle;
  for (int i = 0; i < 50; ++i) idle.push_back(std::make_unique<Client>(server.address()));
  EXPECT_THAT(get(server.address(), "/well"), EndsWith("well\n"));
  EXPECT_LE(server.connections(), 4U);
}

TEST(StatusServer, APlaceThatIsTakenIsAnError) {
  RunningServer server({}, true);
  CapturedLog log;
  boost::asio::io_context loop;
  StatusServer second(loop, log, [](std::string_view) { return std::nullopt; }, {});
  const auto opened = second.open(server.address());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message,
            "cannot listen on " + server.address().postfix_spelling() + ": Address already in use");
}

}  // namespace
}  // namespace plainbounce
