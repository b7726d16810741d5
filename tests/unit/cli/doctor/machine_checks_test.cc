#include "cli/doctor/machine_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;
using testing::text_of;

TEST(MachineChecks, AnErrorIsNamedByItsPlace) {
  Site site;
  EXPECT_EQ(text_of(check_configuration(site.of, site.daemon)),
            "ok configuration: no errors; 3 codes, 2 rules");
  site.of.errors = {{"body: no such thing", "/etc/plainbounce/plainbounce.ini", 7},
                    {"more", "", 0}};
  EXPECT_EQ(text_of(check_configuration(site.of, site.daemon)),
            "problem configuration: /etc/plainbounce/plainbounce.ini:7: body: no such thing (and 1 "
            "more)\n"
            "  plainbounce check\n"
            "  kill -HUP 4711");
}

TEST(MachineChecks, WhatTheSiteShouldSay) {
  Site site;
  EXPECT_EQ(check_site(site.of, site.daemon).says,
            "our hosts are known, and our domains; no links are shown (link_base is empty)");
  site.of.settings.text.link_base = "https://help.example.org";
  site.of.settings.site.local_domains.clear();
  EXPECT_EQ(text_of(check_site(site.of, site.daemon)),
            "ok site: our hosts are known; links lead to https://help.example.org");
  site.of.settings.help.email = "help@example.org";
  EXPECT_EQ(
      text_of(check_site(site.of, site.daemon)),
      "warning site: [help] names whom to ask, but local_domains is not set under [site]\n"
      "  printf '%s\\n' '[site]' 'local_domains = "
      "example.org' | install -D -m 644 /dev/stdin /etc/plainbounce/conf.d/90-local-domains.ini\n"
      "  kill -HUP 4711");
  site.of.settings.site.our_hosts.clear();
  EXPECT_EQ(text_of(check_site(site.of, site.daemon)),
            "warning site: our_hosts is not set under [site]\n"
            "  plainbounce setup postfix --apply\n"
            "  kill -HUP 4711");
}

TEST(MachineChecks, HowTheDaemonAnswers) {
  const std::string path = "/var/spool/postfix/plainbounce/plainbounce.sock";
  const struct {
    const char* label;
    Heard heard;
    std::string result;
  } cases[] = {
      {"as it should", testing::answering(std::string("\0\0\0\x0dO\0\0\0\x06\0\0\0\0\0\0\0\0", 17)),
       "ok daemon: answers at " + path + ", milter protocol 6"},
      {"not there",
       {Heard::Stage::kConnect, ENOENT, {}, 0},
       "problem daemon: nobody listens at " + path + ": No such file or directory\n  plainbounced"},
      {"dead",
       {Heard::Stage::kConnect, ECONNREFUSED, {}, 0},
       "problem daemon: nobody listens at " + path + ": Connection refused\n  plainbounced"},
      {"hanging",
       {Heard::Stage::kAnswer, ETIMEDOUT, {}, 5},
       "problem daemon: somebody takes connections at " + path +
           " but does not answer: Connection timed out\n"
           "  kill -KILL 5 && tail --pid=5 -f /dev/null && plainbounced"},
      {"somebody else", testing::answering("220 mail.example.org ESMTP\r\n", 5),
       "problem daemon: who answers at " + path +
           " is no milter\n  kill 5 && tail --pid=5 -f /dev/null && plainbounced"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    Site site;
    site.daemon.heard = one.heard;
    if (one.heard.process == 0) site.daemon.program.clear();
    EXPECT_EQ(text_of(check_daemon(site.of, site.daemon)), one.result);
  }
  Site site;
  site.machine.root = false;
  site.daemon.heard = {Heard::Stage::kConnect, EACCES, {}, 0};
  EXPECT_EQ(check_daemon(site.of, site.daemon).health, Health::kUnknown);
}

TEST(MachineChecks, AnotherProgramThatSpeaksTheProtocolIsNotTheDaemon) {
  Site site;
  site.daemon.program = "/usr/sbin/opendkim";
  site.machine.programs["/proc/4711/exe --version"] = {0, "plainbounced 1.0.0\n", ""};
  EXPECT_EQ(text_of(check_daemon(site.of, site.daemon)),
            "problem daemon: process 4711 listens at "
            "/var/spool/postfix/plainbounce/plainbounce.sock, and is not plainbounced but "
            "/usr/sbin/opendkim");
  EXPECT_EQ(text_of(check_version(site.of, site.daemon)),
            "not examined version: the version of the running daemon is not known")
      << "it is not run";
}

TEST(MachineChecks, ASecondDaemonIsEndedOnlyWhenItIsOne) {
  Site site;
  site.daemon.has_systemd = true;
  site.daemon.unit = {
      {"LoadState", "loaded"}, {"ActiveState", "active"}, {"UnitFileState", "enabled"}};
  EXPECT_EQ(text_of(check_unit(site.of, site.daemon)),
            "warning unit: process 4711 listens, which is not the unit's\n"
            "  kill 4711\n"
            "  systemctl restart plainbounce");
  site.daemon.program.clear();
  EXPECT_EQ(text_of(check_unit(site.of, site.daemon)),
            "warning unit: process 4711 listens, which is not the unit's");
}

TEST(MachineChecks, AFileThatTheDaemonMayNotRead) {
  Site site;
  site.machine.texts["/proc/4711/status"] =
      "Name:\tplainbounced\nUid:\t110\t110\t110\t110\nGid:\t300\t300\t300\t300\n";
  site.machine.file("/etc/plainbounce/conf.d/90-body.ini", 0600, 0, 0);
  EXPECT_EQ(text_of(check_configuration(site.of, site.daemon)),
            "problem configuration: user plainbounce may not read "
            "/etc/plainbounce/conf.d/90-body.ini (-rw------- root root)\n"
            "  chmod o+r /etc/plainbounce/conf.d/90-body.ini\n"
            "  kill -HUP 4711");
}

TEST(MachineChecks, TheVersionThatRuns) {
  Site site;
  site.daemon.program.clear();
  EXPECT_EQ(check_version(site.of, site.daemon).health, Health::kUnknown) << "not seen";
  site.daemon.program = "/usr/sbin/plainbounced";
  site.machine.programs["/proc/4711/exe --version"] = {0, "plainbounced 1.0.0\n", ""};
  EXPECT_EQ(text_of(check_version(site.of, site.daemon)),
            "ok version: the running daemon is plainbounced 1.0.0");
  site.daemon.program = "/usr/sbin/plainbounced (deleted)";
  EXPECT_EQ(check_version(site.of, site.daemon).says,
            "the running daemon's program file was replaced");
  site.of.version = "1.1.0";
  EXPECT_EQ(check_version(site.of, site.daemon).says,
            "process 4711 is \"plainbounced 1.0.0\", this command 1.1.0");
  site.daemon.heard.process = 0;
  EXPECT_EQ(check_version(site.of, site.daemon).health, Health::kUnknown);
}

TEST(MachineChecks, TheUnit) {
  using Unit = std::map<std::string, std::string, std::less<>>;
  const struct {
    const char* label;
    Unit unit;
    std::string result;
  } cases[] = {
      {"well",
       {{"LoadState", "loaded"}, {"ActiveState", "active"}, {"UnitFileState", "enabled"}},
       "ok unit: plainbounce.service is active and enabled"},
      {"none",
       {{"LoadState", "not-found"}},
       "warning unit: systemd has no unit plainbounce.service"},
      {"masked",
       {{"LoadState", "masked"}},
       "problem unit: plainbounce.service is masked\n  systemctl unmask plainbounce\n  systemctl "
       "enable --now plainbounce"},
      {"failed",
       {{"LoadState", "loaded"}, {"ActiveState", "failed"}, {"SubState", "failed"}},
       "problem unit: plainbounce.service is failed (failed)\n  systemctl reset-failed "
       "plainbounce\n  systemctl enable --now plainbounce"},
      {"disabled",
       {{"LoadState", "loaded"}, {"ActiveState", "active"}, {"UnitFileState", "disabled"}},
       "warning unit: plainbounce.service is not enabled\n  systemctl enable plainbounce"},
      {"edited",
       {{"LoadState", "loaded"},
        {"ActiveState", "active"},
        {"UnitFileState", "enabled"},
        {"NeedDaemonReload", "yes"}},
       "warning unit: plainbounce.service was changed and not read again\n  systemctl "
       "daemon-reload"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    Site site;
    site.daemon.has_systemd = site.daemon.of_the_unit = true;
    site.daemon.unit = one.unit;
    EXPECT_EQ(text_of(check_unit(site.of, site.daemon)), one.result);
  }
  Site site;
  EXPECT_EQ(text_of(check_unit(site.of, site.daemon)), "ok unit: no systemd runs this machine");
  site.daemon.has_systemd = true;
  site.daemon.unit_error = "no bus";
  EXPECT_EQ(check_unit(site.of, site.daemon).health, Health::kUnknown);
}

TEST(MachineChecks, AClockThatCannotBeRight) {
  Site site;
  EXPECT_EQ(text_of(check_clock(site.of)), "ok clock: the clock says 2027-01-15 08:00 UTC");
  site.machine.files["/etc/passwd"].error = 0;
  site.machine.files["/etc/passwd"].modified = site.machine.time + 86400;
  EXPECT_EQ(check_clock(site.of).says,
            "the clock says 2027-01-15 08:00 UTC, but /etc/passwd was written at 2027-01-16 08:00 "
            "UTC");
  site.machine.time = 0;
  EXPECT_EQ(text_of(check_clock(site.of)),
            "problem clock: the clock says 1970-01-01 00:00 UTC\n  timedatectl set-ntp true");
}

}  // namespace
}  // namespace plainbounce
