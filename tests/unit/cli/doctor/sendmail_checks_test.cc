#include "cli/doctor/sendmail_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::text_of;

const std::string kPort =
    "O DaemonPortOptions=Name=sendmail-dsn, Family=inet, Addr=127.0.0.1, Port=10026, M=EAS, "
    "InputMailFilters=plainbounce\n";
const std::string kFilter =
    "Xplainbounce, S=local:/run/plainbounce/plainbounce.sock, F=T, T=C:30s\n";
const std::string kWay = "A=TCP $?r$h$|[localhost]$. $?r25$|10026$.\n";
const std::string kMailers =
    "Mlocal, P=/usr/bin/procmail, F=lsDFMA,\n\t\tA=procmail -Y -d $u\n"
    "Mesmtp,\tP=[IPC], F=mDFMuXak, S=EnvFromSMTP,\n\t\t" +
    kWay + "# Mcomment, P=[IPC], A=TCP $h\n";

// Each check of one sendmail.cf, a text for each.
struct Checked {
  testing::Site site;
  SendmailFile file;
  explicit Checked(const std::string& text) : file(parse_sendmail_file(text)) {
    site.of.settings.milter.socket.path = "/run/plainbounce/plainbounce.sock";
    site.of.settings.milter.own_services = {"sendmail-dsn"};
    site.machine.heard = testing::answering("220 mx.example.org ESMTP Sendmail\r\n", 0);
  }
  [[nodiscard]] SendmailExamination examination() const { return {site.of, site.daemon, file}; }
};

const std::string kSetup =
    "\n  plainbounce setup sendmail > /etc/mail/plainbounce.m4\n  make -C /etc/mail\n  systemctl "
    "restart sendmail";

TEST(SendmailChecks, ARightSetUp) {
  const Checked checked(kFilter + kPort + kMailers + "#O MaxMessageSize=1\n");
  EXPECT_EQ(text_of(check_sendmail_filter(checked.examination())),
            "ok sendmail-filter: the filter plainbounce leads to "
            "unix:/run/plainbounce/plainbounce.sock");
  EXPECT_EQ(text_of(check_sendmail_port(checked.examination())),
            "ok sendmail-port: the second port \"sendmail-dsn\" answers at inet:127.0.0.1:10026");
  EXPECT_EQ(check_sendmail_mailers(checked.examination()).health, Health::kOk);
  EXPECT_EQ(check_sendmail_size(checked.examination()).health, Health::kOk);
}

TEST(SendmailChecks, NothingIsSetUp) {
  const Checked checked("Mesmtp, P=[IPC], F=mDFMuXa, A=TCP $h\n");
  EXPECT_EQ(text_of(check_sendmail_filter(checked.examination())),
            "problem sendmail-filter: no filter of sendmail.cf leads to "
            "unix:/run/plainbounce/plainbounce.sock" +
                kSetup);
  EXPECT_EQ(
      text_of(check_sendmail_port(checked.examination())),
      "problem sendmail-port: no second port of sendmail.cf has plainbounce's filter" + kSetup);
  EXPECT_EQ(
      text_of(check_sendmail_mailers(checked.examination())),
      "problem sendmail-mailers: these mailers do not take bounces to the second port: esmtp" +
          kSetup);
}

TEST(SendmailChecks, AFilterThatRefuses) {
  const Checked checked("Xplainbounce, S=/run/plainbounce/plainbounce.sock, F=R\n");
  EXPECT_EQ(check_sendmail_filter(checked.examination()).says, "the filter plainbounce has F=R");
}

TEST(SendmailChecks, APortOfAnotherNameOrThatIsSilent) {
  Checked checked(kFilter + kPort + kMailers);
  checked.site.of.settings.milter.own_services = {"postfix-dsn"};
  EXPECT_EQ(text_of(check_sendmail_port(checked.examination())),
            "problem sendmail-port: the second port is called \"sendmail-dsn\", which own_service "
            "does not name\n"
            "  printf '%s\\n' '[milter]' 'own_service = "
            "sendmail-dsn, postfix-dsn' | install -D -m 644 /dev/stdin "
            "/etc/plainbounce/conf.d/90-own-service.ini\n"
            "  kill -HUP 4711");
  checked.site.of.settings.milter.own_services = {"sendmail-dsn"};
  checked.site.machine.heard = {Heard::Stage::kConnect, ECONNREFUSED, {}, 0};
  EXPECT_EQ(text_of(check_sendmail_port(checked.examination())),
            "problem sendmail-port: nothing answers at the second port, inet:127.0.0.1:10026\n"
            "  systemctl restart sendmail");
}

TEST(SendmailChecks, AMailerWithoutTheFlag) {
  const Checked checked(kFilter + kPort + "Mrelay, P=[IPC], F=mDFMuXa, " + kWay);
  EXPECT_EQ(check_sendmail_mailers(checked.examination()).says,
            "these mailers lack the flag k: relay");
}

TEST(SendmailChecks, ASmallerLimit) {
  Checked checked(kFilter + "O MaxMessageSize=5000000\n");
  EXPECT_EQ(check_sendmail_size(checked.examination()).says,
            "Sendmail takes messages up to 5000000 bytes, mta_size_limit says 10240000");
  checked.site.of.settings.milter.mta_size_limit = 5000000;
  EXPECT_EQ(check_sendmail_size(checked.examination()).health, Health::kOk);
}

}  // namespace
}  // namespace plainbounce
