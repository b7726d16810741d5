#include "cli/doctor/socket_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;
using testing::text_of;

const std::string kAsker = "cleanup-dsn (user postfix, chrooted to /var/spool/postfix)";
const std::string kPath = "/var/spool/postfix/plainbounce/plainbounce.sock";

TEST(SocketChecks, ARightSetUp) {
  const Site site;
  EXPECT_EQ(text_of(check_socket_name(site.examination)),
            "ok socket-name: Postfix looks for the daemon where it listens, at " + kPath);
  EXPECT_EQ(text_of(check_socket_access(site.examination)),
            "ok socket-access: " + kAsker + " reaches the daemon at " + kPath);
}

TEST(SocketChecks, AnAddressThatLeadsElsewhere) {
  Site site;
  site.postfix.effective["dsn_milters"] = "unix:/run/plainbounce/p.sock unix:opendkim/o.sock";
  EXPECT_EQ(text_of(check_socket_name(site.examination)),
            "problem socket-name: cleanup-dsn looks for the daemon at "
            "/var/spool/postfix/run/plainbounce/p.sock, but it listens at " +
                kPath + "\n  postconf -e 'dsn_milters = " + testing::kOwnEntry +
                " unix:opendkim/o.sock'\n  postfix reload");
}

TEST(SocketChecks, ASocketThatAChrootedProcessCannotSee) {
  Site site;
  site.of.settings.milter.socket.path = "/run/plainbounce/plainbounce.sock";
  EXPECT_EQ(text_of(check_socket_name(site.examination)),
            "problem socket-name: cleanup-dsn looks for the daemon at " + kPath +
                ", but it listens at /run/plainbounce/plainbounce.sock\n"
                "  plainbounce setup postfix --apply\n"
                "  kill 4711 && tail --pid=4711 -f /dev/null && plainbounced\n"
                "  postfix reload");
  EXPECT_EQ(check_socket_access(site.examination).says,
            "the socket /run/plainbounce/plainbounce.sock lies outside of /var/spool/postfix, "
            "beyond which a chrooted process sees nothing");
}

TEST(SocketChecks, AnObstacleIsToldWhenTheTryFails) {
  Site site;
  site.machine.directory("/var/spool/postfix/plainbounce", 0700, 110, 300);
  site.machine.heard_from_there = {Heard::Stage::kConnect, EACCES, {}, 0};
  EXPECT_EQ(text_of(check_socket_access(site.examination)),
            "problem socket-access: user postfix may not enter /var/spool/postfix/plainbounce "
            "(drwx------ plainbounce plainbounce)\n"
            "  chgrp postfix /var/spool/postfix/plainbounce\n"
            "  chmod 2750 /var/spool/postfix/plainbounce");
}

TEST(SocketChecks, WhoDoesNotAnswer) {
  Site site;
  site.machine.heard_from_there = {Heard::Stage::kAnswer, ETIMEDOUT, {}, 4711};
  EXPECT_EQ(check_socket_access(site.examination).says,
            "the daemon does not answer " + kAsker + ": Connection timed out");
  site.machine.heard_from_there = {Heard::Stage::kConnect, ECONNREFUSED, {}, 0};
  EXPECT_EQ(check_socket_access(site.examination).says,
            kAsker + " cannot connect to " + kPath + ": Connection refused");
}

TEST(SocketChecks, WithoutRootTheModesAreReadAndThatIsSaid) {
  Site site;
  site.machine.root = false;
  EXPECT_EQ(
      text_of(check_socket_access(site.examination)),
      "not examined socket-access: " + kAsker + " may reach " + kPath + ", by owners and modes");
  site.machine.files[kPath].mode = S_IFSOCK | 0600;
  EXPECT_EQ(check_socket_access(site.examination).health, Health::kProblem);
  site.machine.files["/var/spool/postfix/plainbounce"].error = EACCES;
  EXPECT_EQ(text_of(check_socket_access(site.examination)),
            "not examined socket-access: how " + kAsker + " reaches " + kPath + " is not seen");
}

TEST(SocketChecks, AChildThatCannotStandThereProvesNothing) {
  Site site;
  site.machine.heard_from_there = {Heard::Stage::kStandpoint, EPERM, {}, 0};
  EXPECT_EQ(check_socket_access(site.examination).health, Health::kUnknown);
}

TEST(SocketChecks, AnAccountThatIsNotThere) {
  Site site;
  site.postfix.effective["mail_owner"] = "mailer";
  EXPECT_EQ(check_socket_access(site.examination).says,
            "there is no account \"mailer\", which mail_owner names");
}

}  // namespace
}  // namespace plainbounce
