#include "config/socket_address.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

constexpr const char* kAllowed =
    "; allowed are unix:/path, local:/path, /path, inet:PORT@ADDRESS, inet:ADDRESS:PORT, "
    "inet6:PORT@ADDRESS and inet:[ADDRESS]:PORT";

TEST(SocketAddress, EverySpelling) {
  const struct {
    const char* text;
    const char* milter;
    const char* postfix;
    bool local;
  } cases[] = {
      {"unix:/run/p/p.sock", "unix:/run/p/p.sock", "unix:/run/p/p.sock", true},
      {"local:/run/p.sock", "unix:/run/p.sock", "unix:/run/p.sock", true},
      {"/run/p.sock", "unix:/run/p.sock", "unix:/run/p.sock", true},
      {"UNIX:/run/p.sock", "unix:/run/p.sock", "unix:/run/p.sock", true},
      {"inet:8895@127.0.0.1", "inet:8895@127.0.0.1", "inet:127.0.0.1:8895", true},
      {"inet:127.0.0.1:8895", "inet:8895@127.0.0.1", "inet:127.0.0.1:8895", true},
      {"inet:127.9.9.9:8895", "inet:8895@127.9.9.9", "inet:127.9.9.9:8895", true},
      {"inet:8895@localhost", "inet:8895@127.0.0.1", "inet:127.0.0.1:8895", true},
      {"inet:localhost:8895", "inet:8895@127.0.0.1", "inet:127.0.0.1:8895", true},
      {"inet6:8895@localhost", "inet6:8895@::1", "inet:[::1]:8895", true},
      {"inet6:8895@::1", "inet6:8895@::1", "inet:[::1]:8895", true},
      {"inet:8895@::1", "inet6:8895@::1", "inet:[::1]:8895", true},
      {"inet:[::1]:8895", "inet6:8895@::1", "inet:[::1]:8895", true},
      {"inet6:[::1]:8895", "inet6:8895@::1", "inet:[::1]:8895", true},
      {"inet6:8895@[2001:db8::1]", "inet6:8895@2001:db8::1", "inet:[2001:db8::1]:8895", false},
      {"inet6:8895@::ffff:127.0.0.1", "inet6:8895@::ffff:127.0.0.1", "inet:[::ffff:127.0.0.1]:8895",
       true},
      {"inet:8895@192.0.2.1", "inet:8895@192.0.2.1", "inet:192.0.2.1:8895", false},
      {"inet:8895", "inet:8895@0.0.0.0", "inet:0.0.0.0:8895", false},
      {"inet:8895@*", "inet:8895@0.0.0.0", "inet:0.0.0.0:8895", false},
      {"inet6:8895", "inet6:8895@::", "inet:[::]:8895", false},
      {"inet:1@127.0.0.1", "inet:1@127.0.0.1", "inet:127.0.0.1:1", true},
      {"inet:65535@127.0.0.1", "inet:65535@127.0.0.1", "inet:127.0.0.1:65535", true},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.text);
    const auto address = parse_socket_address(test.text);
    ASSERT_TRUE(address) << address.error().message;
    EXPECT_EQ(address->milter_spelling(), test.milter);
    EXPECT_EQ(address->postfix_spelling(), test.postfix);
    EXPECT_EQ(address->is_local(), test.local);
    EXPECT_EQ(parse_socket_address(address->milter_spelling()), *address);
    EXPECT_EQ(parse_socket_address(address->postfix_spelling()), *address);
  }
}

TEST(SocketAddress, TellsWhatIsWrong) {
  const struct {
    std::string text;
    std::string error;  // without the list of what is allowed
  } cases[] = {
      {"", "\"\" is no socket"},
      {"p.sock", "\"p.sock\" is no socket"},
      {"tcp:127.0.0.1:8895", "\"tcp:127.0.0.1:8895\" is no socket"},
      {"unix:p/p.sock", "the path of a unix socket begins with \"/\", not \"p/p.sock\""},
      {"unix:", "the path of a unix socket begins with \"/\", not \"\""},
      {"inet:", "a port is a number from 1 to 65535, not \"\""},
      {"inet:0@127.0.0.1", "a port is a number from 1 to 65535, not \"0\""},
      {"inet:65536@127.0.0.1", "a port is a number from 1 to 65535, not \"65536\""},
      {"inet:127.0.0.1:milter", "a port is a number from 1 to 65535, not \"milter\""},
      {"inet:8895@mx.example.org",
       "\"mx.example.org\" is no numeric address (names but localhost are not looked up)"},
      {"inet:::1:8895", "an IPv6 address before \":PORT\" stands in brackets"},
      {"inet6:8895@127.0.0.1", "\"127.0.0.1\" is no IPv6 address"},
      {"inet:[127.0.0.1]:8895", "\"127.0.0.1\" is no IPv6 address"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.text);
    const auto address = parse_socket_address(test.text);
    ASSERT_FALSE(address);
    EXPECT_EQ(address.error().message, test.error + kAllowed);
  }
  const auto longest = parse_socket_address("/" + std::string(106, 'x'));
  EXPECT_TRUE(longest);
  const auto longer = parse_socket_address("/" + std::string(107, 'x'));
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().message,
            "the path of a unix socket has at most 107 bytes, this one 108");
}

}  // namespace
}  // namespace plainbounce
