#include "cli/doctor/milter_place.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

const WorkingPlace kChrooted{"/var/spool/postfix", true};
const WorkingPlace kFree{"/var/spool/postfix", false};

std::string place(std::string_view address, const WorkingPlace& process) {
  const auto found = place_of(address, process);
  return found ? found->milter_spelling() : "error: " + found.error().message;
}

TEST(MilterPlace, WhereAnAddressLeads) {
  const struct {
    const char* label;
    const char* address;
    const char* chrooted;
    const char* free;
  } cases[] = {
      {"relative", "unix:plainbounce/p.sock", "unix:/var/spool/postfix/plainbounce/p.sock",
       "unix:/var/spool/postfix/plainbounce/p.sock"},
      {"absolute", "unix:/run/p.sock", "unix:/var/spool/postfix/run/p.sock", "unix:/run/p.sock"},
      {"the other word", "local:/p.sock", "unix:/var/spool/postfix/p.sock", "unix:/p.sock"},
      {"up and down", "unix:a/../b.sock", "unix:/var/spool/postfix/b.sock",
       "unix:/var/spool/postfix/b.sock"},
      {"TCP", "inet:127.0.0.1:8895", "inet:8895@127.0.0.1", "inet:8895@127.0.0.1"},
      {"this machine", "inet:localhost:8895", "inet:8895@127.0.0.1", "inet:8895@127.0.0.1"},
      {"IPv6", "inet:[::1]:8895", "inet6:8895@::1", "inet6:8895@::1"},
      {"no kind", "plainbounce", "error: \"plainbounce\" is no socket",
       "error: \"plainbounce\" is no socket"},
      {"no path", "unix:", "error: \"unix:\" has no path", "error: \"unix:\" has no path"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(place(one.address, kChrooted), one.chrooted);
    EXPECT_EQ(place(one.address, kFree), one.free);
  }
}

std::string name(const char* listening, const WorkingPlace& process) {
  const auto found = postfix_name(*parse_socket_address(listening), process);
  return found ? *found : "error: " + found.error().message;
}

TEST(MilterPlace, HowASocketIsNamed) {
  EXPECT_EQ(name("/var/spool/postfix/plainbounce/p.sock", kChrooted), "unix:plainbounce/p.sock");
  EXPECT_EQ(name("/var/spool/postfix/plainbounce/p.sock", kFree), "unix:plainbounce/p.sock");
  EXPECT_EQ(name("/run/p.sock", kFree), "unix:/run/p.sock");
  EXPECT_EQ(name("/run/p.sock", kChrooted),
            "error: the socket /run/p.sock lies outside of /var/spool/postfix, beyond which a "
            "chrooted process sees nothing");
  EXPECT_EQ(name("inet:8895@0.0.0.0", kChrooted), "inet:127.0.0.1:8895");
  EXPECT_EQ(name("inet6:8895@::", kChrooted), "inet:[::1]:8895");
}

TEST(MilterPlace, WhichEntryIsOurs) {
  const SocketAddress listening = *parse_socket_address("/var/spool/postfix/x/p.sock");
  EXPECT_TRUE(is_own_entry({"unix:x/p.sock", {}, ""}, listening, kChrooted));
  EXPECT_TRUE(is_own_entry({"unix:/run/plainbounce/p.sock", {}, ""}, listening, kFree));
  EXPECT_FALSE(is_own_entry({"unix:y/p.sock", {}, ""}, listening, kChrooted));
  EXPECT_FALSE(is_own_entry({"inet:127.0.0.1:8895", {}, ""}, listening, kChrooted));
  const SocketAddress port = *parse_socket_address("inet:8895@0.0.0.0");
  EXPECT_TRUE(is_own_entry({"inet:192.0.2.1:8895", {}, ""}, port, kChrooted));
  EXPECT_FALSE(is_own_entry({"inet:127.0.0.1:8891", {}, ""}, port, kChrooted));
}

}  // namespace
}  // namespace plainbounce
