#include "cli/postfix/socket_users.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using Lines = std::vector<std::string>;

Lines lines_naming(const PostfixConfiguration& postfix, const char* socket) {
  return lines_naming_socket(postfix, *parse_socket_address(socket));
}

PostfixConfiguration postfix_with(const PostfixParameters& set) {
  PostfixConfiguration postfix;
  postfix.set = set;
  postfix.effective = set;
  postfix.effective["queue_directory"] = "/var/spool/postfix";
  return postfix;
}

TEST(SocketUsers, ASettingOfMainCf) {
  constexpr const char* kSocket = "/var/spool/postfix/plainbounce/plainbounce.sock";
  const struct {
    const char* value;
    bool names;
  } cases[] = {
      {"unix:plainbounce/plainbounce.sock", true},
      {"inet:localhost:8891, unix:/plainbounce/plainbounce.sock", true},
      {"{ unix:/var/spool/postfix/plainbounce/plainbounce.sock, default_action=accept }", true},
      {"inline:{{10.0.0.0/8=unix:plainbounce/plainbounce.sock}}", true},
      {"{unix:plainbounce/plainbounce.sock", true},
      {"unix:plainbounce/replies.sock", false},
      {"", false},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.value);
    const PostfixConfiguration postfix = postfix_with({{"smtpd_milters", one.value}});
    const Lines expected = {std::string("main.cf: smtpd_milters = ") + one.value};
    EXPECT_EQ(lines_naming(postfix, kSocket), one.names ? expected : Lines{});
  }
}

TEST(SocketUsers, OptionsOfAServiceAndOtherParametersNames) {
  PostfixConfiguration postfix = postfix_with({{"ours", "unix:/var/run/plainbounce/x.sock"}});
  postfix.services = {
      *parse_master_service("smtp inet n - y - - smtpd -o smtpd_milters=$ours"),
      *parse_master_service("smtps inet n - y - - smtpd -o {smtpd_milters = inet:[::1]:8895}"),
      *parse_master_service("submission inet n - y - - smtpd -o smtpd_milters=")};
  EXPECT_EQ(lines_naming(postfix, "/run/plainbounce/x.sock"),
            (Lines{"main.cf: ours = unix:/var/run/plainbounce/x.sock",
                   "master.cf: smtp/inet -o smtpd_milters=$ours"}));
  EXPECT_EQ(lines_naming(postfix, "inet6:8895@::1"),
            Lines{"master.cf: smtps/inet -o smtpd_milters=inet:[::1]:8895"});
}

}  // namespace
}  // namespace plainbounce
