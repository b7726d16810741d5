#include "cli/postfix/socket_reach.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

constexpr const char* kQueue = "/var/spool/postfix";

SocketAddress address(const char* text) { return *parse_socket_address(text); }

std::string reached(const char* socket, bool chrooted) {
  const auto spelling = reachable_spelling(address(socket), kQueue, chrooted);
  return spelling ? *spelling : "error: " + spelling.error().message;
}

TEST(SocketReach, ASocketBelowTheQueueDirectoryIsNamedFromThere) {
  for (const bool chrooted : {true, false}) {
    EXPECT_EQ(reached("/var/spool/postfix/plainbounce/x.sock", chrooted),
              "unix:plainbounce/x.sock");
    EXPECT_EQ(reached("inet:8895@0.0.0.0", chrooted), "inet:127.0.0.1:8895");
    EXPECT_EQ(reached("inet6:8895@::1", chrooted), "inet:[::1]:8895");
  }
  EXPECT_EQ(reached("/run/x.sock", false), "unix:/run/x.sock");
  EXPECT_EQ(
      reached("/var/spool/postfix-out/x.sock", true),
      "error: the daemon's socket /var/spool/postfix-out/x.sock is out of reach for a process "
      "that runs chrooted in /var/spool/postfix");
}

TEST(SocketReach, EverySpellingOfASocketIsKnown) {
  const struct {
    const char* address;
    const char* socket;
    bool names;
  } cases[] = {
      {"unix:plainbounce/x.sock", "/var/spool/postfix/plainbounce/x.sock", true},
      {"unix:/plainbounce/x.sock", "/var/spool/postfix/plainbounce/x.sock", true},
      {"local:/var/spool/postfix/plainbounce/x.sock", "/var/spool/postfix/plainbounce/x.sock",
       true},
      {"unix:plainbounce/y.sock", "/var/spool/postfix/plainbounce/x.sock", false},
      {"unix:/run/x.sock", "/run/x.sock", true},
      {"unix:run/x.sock", "/run/x.sock", false},
      {"unix:/var/run/x.sock", "/run/x.sock", true},
      {"unix:../../../run/x.sock", "/run/x.sock", true},
      {"unix:plainbounce//x.sock", "/var/spool/postfix/plainbounce/x.sock", true},
      {"inet:127.0.0.1:8895", "inet:8895@127.0.0.1", true},
      {"inet:localhost:8895", "inet:8895@127.0.0.1", true},
      {"inet:localhost:8896", "inet:8895@127.0.0.1", false},
      {"plainbounce/x.sock", "/var/spool/postfix/plainbounce/x.sock", false},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.address);
    EXPECT_EQ(names_socket(one.address, address(one.socket), kQueue), one.names);
  }
}

TEST(SocketReach, NamesOfParametersAreExpanded) {
  PostfixConfiguration postfix;
  postfix.effective = {{"a", "1"}, {"b_2", "x y"}};
  EXPECT_EQ(*expand_parameters(postfix, "$a,${b_2} $(a)$unknown."), "1,x y 1.");
  EXPECT_EQ(*expand_parameters(postfix, ""), "");
  for (const char* wrong : {"${a?b}", "$", "${a", "$$"}) {
    EXPECT_FALSE(expand_parameters(postfix, wrong)) << wrong;
  }
}

}  // namespace
}  // namespace plainbounce
