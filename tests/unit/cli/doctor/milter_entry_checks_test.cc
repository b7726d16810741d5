#include "cli/doctor/milter_entry_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;
using testing::text_of;

const std::string kOwn = testing::kOwnEntry;
const std::string kSigner = "unix:opendkim/opendkim.sock";

TEST(MilterEntryChecks, ARightSetUp) {
  const Site site;
  for (const auto check : {check_milter_order, check_default_action, check_milter_protocol,
                           check_milter_timeouts, check_mime_conversion}) {
    const CheckResult result = check(site.examination);
    EXPECT_EQ(result.health, Health::kOk) << text_of(result);
  }
}

TEST(MilterEntryChecks, WhoMayStandBeforeUs) {
  const struct {
    const char* label;
    std::string before;
    Health health;
  } cases[] = {
      {"a signer", kSigner, Health::kProblem},
      {"a signer by its port", "inet:127.0.0.1:8891", Health::kProblem},
      {"rspamd", "inet:localhost:11332", Health::kProblem},
      {"a virus scanner", "unix:clamav/clamav-milter.ctl", Health::kOk},
      {"a checker of DMARC", "unix:opendmarc/opendmarc.sock", Health::kOk},
      {"somebody", "inet:127.0.0.1:9999", Health::kWarning},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    Site site;
    site.postfix.effective["dsn_milters"] = one.before + " " + kOwn;
    EXPECT_EQ(check_milter_order(site.examination).health, one.health);
    site.postfix.effective["dsn_milters"] = kOwn + " " + one.before;
    EXPECT_EQ(check_milter_order(site.examination).health, Health::kOk);
  }
}

TEST(MilterEntryChecks, TheLineTurnsTheOrderRound) {
  Site site;
  site.postfix.effective["dsn_milters"] = "unix:clamav/c.sock " + kSigner + " " + kOwn;
  EXPECT_EQ(text_of(check_milter_order(site.examination)),
            "problem milter-order: unix:opendkim/opendkim.sock signs before plainbounce in "
            "dsn_milters\n"
            "  postconf -e 'dsn_milters = " +
                kOwn + " unix:clamav/c.sock " + kSigner +
                "'\n"
                "  postfix reload");
}

TEST(MilterEntryChecks, ASignerBehindANameIsNotWrittenOut) {
  Site site;
  site.postfix.set["dsn_milters"] = "$opendkim, unix:plainbounce/plainbounce.sock";
  site.postfix.effective["dsn_milters"] = kSigner + ", unix:plainbounce/plainbounce.sock";
  EXPECT_EQ(text_of(check_milter_order(site.examination)),
            "problem milter-order: unix:opendkim/opendkim.sock signs before plainbounce in "
            "dsn_milters\n"
            "  postconf -e 'dsn_milters = unix:plainbounce/plainbounce.sock $opendkim'\n"
            "  postfix reload");
  site.postfix.effective["milter_default_action"] = "tempfail";
  EXPECT_EQ(text_of(check_default_action(site.examination)),
            "problem default-action: plainbounce's entry in dsn_milters has no default_action of "
            "its own, and milter_default_action is \"tempfail\"\n"
            "  postconf -e 'dsn_milters = $opendkim { unix:plainbounce/plainbounce.sock, "
            "default_action=accept }'\n"
            "  postfix reload");
}

TEST(MilterEntryChecks, AListOfOneServiceIsMendedThere) {
  Site site;
  site.option("smtp", "smtpd_milters", kSigner + ",unix:plainbounce/plainbounce.sock");
  EXPECT_EQ(text_of(check_milter_order(site.examination)),
            "problem milter-order: unix:opendkim/opendkim.sock signs before plainbounce in "
            "master.cf (smtp)\n"
            "  postconf -P "
            "smtp/inet/smtpd_milters=unix:plainbounce/plainbounce.sock,unix:opendkim/"
            "opendkim.sock\n"
            "  postfix reload");
}

TEST(MilterEntryChecks, TheOrderForMailBySmtpCounts) {
  Site site;
  site.postfix.effective["smtpd_milters"] = kSigner + " " + kOwn;
  EXPECT_EQ(text_of(check_milter_order(site.examination)),
            "problem milter-order: unix:opendkim/opendkim.sock signs before plainbounce in "
            "smtpd_milters\n"
            "  postconf -e 'smtpd_milters = " +
                kOwn + " " + kSigner +
                "'\n"
                "  postfix reload");
}

TEST(MilterEntryChecks, WhatHappensWhileTheDaemonIsDown) {
  for (const char* action : {"tempfail", "reject", "quarantine", "shutdown"}) {
    SCOPED_TRACE(action);
    Site site;
    site.postfix.effective["milter_default_action"] = action;
    EXPECT_EQ(check_default_action(site.examination).health, Health::kOk) << "the entry's holds";
    site.postfix.effective["dsn_milters"] = "unix:plainbounce/plainbounce.sock " + kSigner;
    EXPECT_EQ(text_of(check_default_action(site.examination)),
              "problem default-action: plainbounce's entry in dsn_milters has no default_action of "
              "its own, and milter_default_action is \"" +
                  std::string(action) +
                  "\"\n"
                  "  postconf -e 'dsn_milters = { unix:plainbounce/plainbounce.sock, "
                  "default_action=accept } " +
                  kSigner +
                  "'\n"
                  "  postfix reload");
  }
  Site site;
  site.postfix.effective["milter_default_action"] = "accept";
  site.postfix.effective["dsn_milters"] = "unix:plainbounce/plainbounce.sock";
  EXPECT_EQ(check_default_action(site.examination).health, Health::kOk);
  site.postfix.effective["dsn_milters"] =
      "{ unix:plainbounce/plainbounce.sock, default_action=reject }";
  EXPECT_EQ(text_of(check_default_action(site.examination)),
            "problem default-action: plainbounce's entry in dsn_milters says \"reject\"\n"
            "  postconf -e 'dsn_milters = { unix:plainbounce/plainbounce.sock, "
            "default_action=accept }'\n"
            "  postfix reload");
}

TEST(MilterEntryChecks, TheProtocolIsMendedWhereItIsSet) {
  Site site;
  site.postfix.effective["milter_protocol"] = "4";
  EXPECT_EQ(text_of(check_milter_protocol(site.examination)),
            "problem milter-protocol: Postfix speaks version 4 of the milter protocol to "
            "plainbounce\n"
            "  postconf -e 'milter_protocol = 6'\n"
            "  postfix reload");
  site.option("cleanup-dsn", "milter_protocol", "2");
  EXPECT_EQ(check_milter_protocol(site.examination).mend.front(),
            "postconf -P cleanup-dsn/unix/milter_protocol=6");
  site.postfix.effective["dsn_milters"] = "{ unix:plainbounce/plainbounce.sock, protocol=3 }";
  EXPECT_EQ(check_milter_protocol(site.examination).mend.front(),
            "postconf -e 'dsn_milters = { unix:plainbounce/plainbounce.sock, protocol=6 }'");
}

TEST(MilterEntryChecks, TimesThatAreTooShortOrTooLong) {
  const struct {
    const char* option;
    const char* says;
  } cases[] = {
      {"connect_timeout=0", "connect_timeout is 0 for plainbounce in dsn_milters, which is short"},
      {"command_timeout=1", "command_timeout is 1 for plainbounce in dsn_milters, which is short"},
      {"content_timeout=4s",
       "content_timeout is 4s for plainbounce in dsn_milters, which is short"},
      {"content_timeout=1h", "content_timeout is 1h for plainbounce in dsn_milters, which is long"},
      {"content_timeout=10m", ""},
      {"command_timeout=60s", ""},
      {"command_timeout=soon",
       "command_timeout is soon for plainbounce in dsn_milters, which is short"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.option);
    Site site;
    site.postfix.effective["dsn_milters"] =
        std::string("{ unix:plainbounce/plainbounce.sock, ") + one.option + " }";
    const CheckResult result = check_milter_timeouts(site.examination);
    EXPECT_EQ(result.health == Health::kOk ? "" : result.says, one.says);
  }
}

TEST(MilterEntryChecks, SignedReportsAreNotEncodedAnew) {
  Site site;
  site.postfix.effective["disable_mime_output_conversion"] = "no";
  EXPECT_EQ(check_mime_conversion(site.examination).health, Health::kOk) << "nobody signs";
  site.postfix.effective["dsn_milters"] = kOwn + " " + kSigner;
  EXPECT_EQ(
      text_of(check_mime_conversion(site.examination)),
      "warning mime-conversion: reports are signed, but Postfix encodes them anew for servers "
      "without 8BITMIME\n"
      "  postconf -e 'disable_mime_output_conversion = yes'\n"
      "  postfix reload");
}

}  // namespace
}  // namespace plainbounce
