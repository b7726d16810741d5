#include "web/client_address.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(ClientAddress, BelievesOnlyTrustedPeers) {
  const ClientAddress address({"127.0.0.0/8", "::1"});
  const struct {
    const char* label;
    const char* peer;
    const char* named;
    const char* known_by;
  } cases[] = {
      {"no field", "127.0.0.1", "", "7F000001"},
      {"a trusted peer's word", "127.0.0.1", "192.0.2.7", "C0000207"},
      {"the last of several", "127.0.0.1", "198.51.100.1, 192.0.2.7", "C0000207"},
      {"what a client put in front does not count", "::1", "10.0.0.1,192.0.2.7 ", "C0000207"},
      {"with a port", "127.0.0.1", "192.0.2.7:4711", "C0000207"},
      {"IPv6: a household", "127.0.0.1", "2001:db8:1:2:3:4:5:6", "20010DB800010002"},
      {"IPv6 in brackets", "127.0.0.1", "[2001:db8:1:2::9]:80", "20010DB800010002"},
      {"no address", "127.0.0.1", "unknown", "7F000001"},
      {"a stranger's word", "192.0.2.9", "198.51.100.1", "C0000209"},
      {"a unix socket", "", "192.0.2.7", "C0000207"},
      {"a unix socket without a field", "", "", ""},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    EXPECT_EQ(address.known_by(test.peer, test.named), test.known_by);
  }
}

}  // namespace
}  // namespace plainbounce
