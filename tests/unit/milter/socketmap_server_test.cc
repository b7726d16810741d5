// The server over real sockets: what its clients may do to it and to each other.
#include "milter/socketmap_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "tests/support/milter/captured_log.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/socketmap_client.h"
#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

using testing::CapturedLog;
using testing::netstring;
using testing::SocketmapClient;
using namespace std::chrono_literals;

// A server whose answers repeat the request; "throw" and "long" are special.
class RunningServer {
 public:
  explicit RunningServer(const SocketmapLimits& limits = {}, bool inet = false,
                         SocketmapServer::Answer answers = answer)
      : server_(loop_, log_, std::move(answers), limits) {
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
  CapturedLog& log() { return log_; }
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
  static std::string answer(std::string_view request) {
    if (request == "throw") throw std::bad_alloc();
    if (request == "long") return "OK " + std::string(20000, 'x');
    return "OK " + std::string(request);
  }

  testing::TemporaryDirectory directory_;
  CapturedLog log_;
  boost::asio::io_context loop_;
  SocketAddress address_;
  SocketmapServer server_;
  std::thread thread_;
};

TEST(SocketmapServer, AnswersOnUnixAndTcpSockets) {
  for (const bool inet : {false, true}) {
    RunningServer server({}, inet);
    SocketmapClient client(server.address());
    ASSERT_TRUE(client.is_open());
    EXPECT_EQ(client.lookup("a", "b c"), "OK a b c");
    EXPECT_EQ(client.lookup("a", std::string("\0\xFF\r\n", 4)),
              "OK a " + std::string("\0\xFF\r\n", 4));
    EXPECT_EQ(client.lookup("a", ""), "OK a ");
  }
}

TEST(SocketmapServer, ARequestMayComeInPieces) {
  RunningServer server;
  SocketmapClient client(server.address());
  for (const char c : netstring("in single bytes")) ASSERT_TRUE(client.send({&c, 1}));
  EXPECT_EQ(client.answer(), "OK in single bytes");
}

TEST(SocketmapServer, ManyRequestsMayComeBeforeTheirAnswersAreRead) {
  RunningServer server;
  SocketmapClient client(server.address());
  std::string all;
  for (int i = 0; i < 1000; ++i) all += netstring("request " + std::to_string(i));
  ASSERT_TRUE(client.send(all));
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(client.answer(), "OK request " + std::to_string(i));
}

TEST(SocketmapServer, ClientsWithManyRequestsLeaveTheOthersTheirTurn) {
  constexpr size_t kGreedy = 20;
  std::promise<void> held;
  std::promise<void> release;
  size_t greedy_answers = 0;
  size_t before_good = 0;
  RunningServer server({}, false, [&](std::string_view request) {
    if (request == "hold") {
      held.set_value();
      release.get_future().wait();
    }
    if (request == "greedy") {
      ++greedy_answers;
      const auto worked_out = std::chrono::steady_clock::now() + 250us;
      while (std::chrono::steady_clock::now() < worked_out) continue;
    }
    if (request == "good") before_good = greedy_answers;
    return "OK " + std::string(request);
  });
  std::string requests;
  for (int i = 0; i < 200; ++i) requests += netstring("greedy");
  SocketmapClient holder(server.address());
  std::vector<std::unique_ptr<SocketmapClient>> greedy;
  for (size_t i = 0; i < kGreedy; ++i) {
    greedy.push_back(std::make_unique<SocketmapClient>(server.address()));
  }
  SocketmapClient good(server.address());
  const bool all_came = server.wait_for_connections(kGreedy + 2);
  // While one answer lasts, all the requests come; the good one comes last.
  const bool is_held = all_came && holder.send(netstring("hold"));
  if (is_held) held.get_future().wait();
  for (const auto& client : greedy) EXPECT_TRUE(client->send(requests));
  EXPECT_TRUE(good.send(netstring("good")));
  release.set_value();
  ASSERT_TRUE(is_held);
  EXPECT_EQ(good.answer(), "OK good");
  EXPECT_LE(before_good, kGreedy * 10);  // of 200 each
}

TEST(SocketmapServer, WhatIsNoNetstringClosesThatClientOnly) {
  RunningServer server;
  SocketmapClient good(server.address());
  ASSERT_EQ(good.lookup("a", "1"), "OK a 1");
  for (const char* bytes : {"GET / HTTP/1.0\r\n\r\n", "3:abcX", "01:a,", "99999999:", ":,"}) {
    SocketmapClient bad(server.address());
    ASSERT_TRUE(bad.send(netstring("first") + bytes));
    EXPECT_EQ(bad.answer(), "OK first") << bytes;
    EXPECT_TRUE(bad.is_closed()) << bytes;
    EXPECT_EQ(good.lookup("a", "2"), "OK a 2");
  }
  // One line a minute.
  EXPECT_THAT(server.log().take(),
              ::testing::ElementsAre("replies: a client was closed: no length closed=1"));
}

TEST(SocketmapServer, AKeyThatIsTooLongIsNotFoundAndTheNextOneIs) {
  RunningServer server;
  SocketmapClient client(server.address());
  ASSERT_TRUE(client.send(netstring("a " + std::string(3000000, 'x')) + netstring("a b")));
  EXPECT_EQ(client.answer(), "NOTFOUND ");
  EXPECT_EQ(client.answer(), "OK a b");
}

TEST(SocketmapServer, AnAnswerThatFailsIsTemporary) {
  RunningServer server;
  SocketmapClient client(server.address());
  ASSERT_TRUE(client.send(netstring("throw") + netstring("a")));
  EXPECT_EQ(client.answer(), "TEMP no memory");
  EXPECT_EQ(client.answer(), "OK a");
}

TEST(SocketmapServer, AClientThatVanishesLeavesNothing) {
  RunningServer server;
  for (int i = 0; i < 50; ++i) {
    SocketmapClient client(server.address());
    ASSERT_EQ(client.lookup("a", "b"), "OK a b");
    ASSERT_TRUE(client.send(i % 2 == 0 ? netstring("a") + "5:ab" : netstring("long")));
  }
  EXPECT_TRUE(server.wait_for_connections(0));
  EXPECT_TRUE(server.log().take().empty());
}

TEST(SocketmapServer, ARequestHasADeadlineAndIdleClientsHaveAnother) {
  SocketmapLimits limits;
  limits.request = 200ms;
  limits.idle = 1h;
  RunningServer server(limits);
  SocketmapClient idle(server.address());
  ASSERT_EQ(idle.lookup("a", "1"), "OK a 1");
  SocketmapClient slow(server.address());
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(slow.send("5:ab"));
  EXPECT_TRUE(slow.is_closed());
  EXPECT_GE(std::chrono::steady_clock::now() - began, 200ms);
  EXPECT_EQ(idle.lookup("a", "2"), "OK a 2");
  EXPECT_THAT(server.log().take(),
              ::testing::ElementsAre(
                  "replies: a client was closed: a request or an answer took too long closed=1"));

  limits.request = 200ms;
  limits.idle = 300ms;
  RunningServer impatient(limits);
  SocketmapClient other(impatient.address());
  ASSERT_EQ(other.lookup("a", "1"), "OK a 1");
  EXPECT_TRUE(other.is_closed());
  EXPECT_TRUE(impatient.log().take().empty());
}

// Each piece comes in time, the request does not.
TEST(SocketmapServer, DripsDoNotKeepARequestAlive) {
  for (const char* length : {"30000:", "9999999:"}) {
    SocketmapLimits limits;
    limits.request = 200ms;
    RunningServer server(limits);
    SocketmapClient client(server.address());
    ASSERT_TRUE(client.send(length));
    ASSERT_TRUE(server.wait_for_connections(1));
    const auto began = std::chrono::steady_clock::now();
    while (server.connections() > 0 && client.send("x")) {
      ASSERT_LT(std::chrono::steady_clock::now() - began, 20s);
      std::this_thread::sleep_for(1ms);  // the pace of the drips
    }
    EXPECT_TRUE(server.wait_for_connections(0));
    EXPECT_GE(std::chrono::steady_clock::now() - began, 150ms);
    EXPECT_THAT(server.log().take(),
                ::testing::ElementsAre(
                    "replies: a client was closed: a request or an answer took too long closed=1"));
  }
}

TEST(SocketmapServer, WhoTakesNoAnswersIsNotReadFrom) {
  SocketmapLimits limits;
  limits.request = 1h;
  RunningServer server(limits);
  SocketmapClient greedy(server.address());
  SocketmapClient good(server.address());
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += netstring("long");
  // Two socket buffers, a read and 64K of answers: far below the 20 MB that this asks for.
  size_t taken = 0;
  std::string_view rest = requests;
  for (int quiet = 0; quiet < 100 && !rest.empty();) {
    const size_t size = greedy.send_some(rest);
    rest.remove_prefix(size);
    taken += size;
    quiet = size == 0 ? quiet + 1 : 0;
    ASSERT_EQ(good.lookup("a", "b"), "OK a b");
  }
  for (int i = 0; i < 1000; ++i) {
    if (!rest.empty()) rest.remove_prefix(greedy.send_some(rest));
    const auto answer = greedy.answer();
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->size(), 20003U);
  }
  EXPECT_GT(taken, 0U);
}

TEST(SocketmapServer, WhoTakesNoAnswersIsClosed) {
  SocketmapLimits limits;
  limits.request = 200ms;
  RunningServer server(limits);
  SocketmapClient greedy(server.address());
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += netstring("long");
  ASSERT_EQ(greedy.lookup("a", "b"), "OK a b");
  greedy.send_some(requests);
  EXPECT_TRUE(server.wait_for_connections(0));
  EXPECT_EQ(server.log().take().size(), 1U);
}

TEST(SocketmapServer, BeyondTheMostTheLongestSilentIsClosed) {
  SocketmapLimits limits;
  limits.connections = 3;
  RunningServer server(limits);
  SocketmapClient one(server.address());
  ASSERT_EQ(one.lookup("a", "1"), "OK a 1");
  SocketmapClient two(server.address());
  ASSERT_EQ(two.lookup("a", "2"), "OK a 2");
  SocketmapClient three(server.address());
  ASSERT_EQ(three.lookup("a", "3"), "OK a 3");
  ASSERT_EQ(one.lookup("a", "1"), "OK a 1");
  SocketmapClient four(server.address());
  EXPECT_EQ(four.lookup("a", "4"), "OK a 4");
  EXPECT_TRUE(two.is_closed());
  EXPECT_EQ(one.lookup("a", "1"), "OK a 1");
  EXPECT_EQ(three.lookup("a", "3"), "OK a 3");
  EXPECT_EQ(server.connections(), 3U);
}

TEST(SocketmapServer, TwoThousandIdleClientsHinderNobody) {
  RunningServer server;
  std::vector<std::unique_ptr<SocketmapClient>> clients;
  for (int i = 0; i < 2000; ++i) {
    clients.push_back(std::make_unique<SocketmapClient>(server.address()));
    ASSERT_TRUE(clients.back()->is_open()) << i;
    if (i % 2 == 0) {
      ASSERT_EQ(clients.back()->lookup("a", "b"), "OK a b");
    }
  }
  ASSERT_TRUE(server.wait_for_connections(2000));
  SocketmapClient client(server.address());
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(client.lookup("a", "b"), "OK a b");
  for (const auto& idle : clients) ASSERT_EQ(idle->lookup("c", "d"), "OK c d");
}

TEST(SocketmapServer, APlaceThatIsTakenIsAnError) {
  RunningServer first;
  boost::asio::io_context loop;
  testing::CapturedLog log;
  SocketmapServer second(loop, log, [](std::string_view) { return std::string(); });
  const auto opened = second.open(first.address());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message,
            "cannot listen on unix:" + first.address().path + ": Address already in use");
}

}  // namespace
}  // namespace plainbounce
