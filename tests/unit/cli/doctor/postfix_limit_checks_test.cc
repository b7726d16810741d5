#include "cli/doctor/postfix_limit_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;
using testing::text_of;

TEST(PostfixLimitChecks, TheSizeLimitHasToBeKnown) {
  const struct {
    const char* label;
    const char* real;
    size_t told;
    Health health;
  } cases[] = {
      {"the same", "10240000", 10240000, Health::kOk},
      {"neither has one", "0", 0, Health::kOk},
      {"a smaller one", "5000000", 10240000, Health::kProblem},
      {"the daemon knows none", "5000000", 0, Health::kProblem},
      {"a larger one", "50000000", 10240000, Health::kWarning},
      {"Postfix has none", "0", 10240000, Health::kWarning},
      {"no number", "large", 10240000, Health::kUnknown},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    Site site;
    site.postfix.effective["message_size_limit"] = one.real;
    site.of.settings.milter.mta_size_limit = one.told;
    EXPECT_EQ(check_size_limit(site.examination).health, one.health);
  }
  Site site;
  site.option("cleanup-dsn", "message_size_limit", "7000000");
  EXPECT_EQ(
      text_of(check_size_limit(site.examination)),
      "problem size-limit: Postfix takes messages up to 7000000 bytes, mta_size_limit says "
      "10240000\n"
      "  printf '%s\\n' '[milter]' 'mta_size_limit = "
      "7000000' | install -D -m 644 /dev/stdin /etc/plainbounce/conf.d/90-mta-size-limit.ini\n"
      "  kill -HUP 4711");
}

TEST(PostfixLimitChecks, ReleasesWithFaults) {
  const struct {
    PostfixVersion version;
    const char* fault;  // empty: none
  } cases[] = {
      {{3, 4, 22}, "damages"}, {{3, 4, 23}, "changes"}, {{3, 5, 12}, "damages"},
      {{3, 5, 13}, "changes"}, {{3, 5, 25}, ""},        {{3, 6, 2}, "damages"},
      {{3, 6, 14}, "changes"}, {{3, 6, 15}, ""},        {{3, 7, 10}, "changes"},
      {{3, 7, 11}, ""},        {{3, 8, 5}, "changes"},  {{3, 8, 6}, ""},
      {{3, 9, 0}, ""},         {{3, 11, 0}, ""},        {{2, 11, 0}, "damages"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(to_string(one.version));
    Site site;
    site.postfix.version = one.version;
    const CheckResult result = check_postfix_version(site.examination);
    EXPECT_EQ(result.health, *one.fault == 0 ? Health::kOk : Health::kWarning);
    EXPECT_NE(result.says.find(one.fault), std::string::npos) << result.says;
  }
}

TEST(PostfixLimitChecks, WhetherItRuns) {
  Site site;
  site.machine.texts["/var/spool/postfix/pid/master.pid"] = "        812\n";
  EXPECT_EQ(text_of(check_postfix_runs(site.examination)),
            "problem postfix: Postfix does not run\n  postfix start");
  site.machine.directory("/proc/812", 0555, 0, 0);
  EXPECT_EQ(text_of(check_postfix_runs(site.examination)), "ok postfix: Postfix 3.7.11 runs");
  site.machine.texts.clear();
  site.machine.files["/var/spool/postfix/pid/master.pid"].error = EACCES;
  EXPECT_EQ(check_postfix_runs(site.examination).health, Health::kUnknown);
}

TEST(PostfixLimitChecks, WarningsThatConcernUs) {
  Site site;
  site.postfix.warnings = {
      "postconf: warning: /etc/postfix/main.cf: unused parameter: relayhots=x"};
  EXPECT_EQ(check_postfix_warnings(site.examination).health, Health::kOk);
  site.postfix.warnings.emplace_back(
      "postconf: warning: /etc/postfix/main.cf: unused parameter: dsn_miltres=x");
  EXPECT_EQ(text_of(check_postfix_warnings(site.examination)),
            "warning postfix-warnings: postconf: warning: /etc/postfix/main.cf: unused parameter: "
            "dsn_miltres=x");
}

TEST(PostfixLimitChecks, ReportsBySmtp) {
  Site site;
  EXPECT_EQ(check_reports_from_elsewhere(site.examination).health, Health::kOk);
  site.postfix.effective["smtpd_milters"] = testing::kOwnEntry;
  const std::string says =
      "warning smtp-reports: receive_override_options = no_milters in main.cf keeps all milters "
      "out";
  const struct {
    const char* written;
    const char* lines;
  } cases[] = {
      {"no_milters", "\n  postconf -e 'receive_override_options ='\n  postfix reload"},
      {"no_address_mappings, no_milters",
       "\n  postconf -e 'receive_override_options = no_address_mappings'\n  postfix reload"},
      {"no_address_mappings NO_MILTERS no_unknown_recipient_checks",
       "\n  postconf -e 'receive_override_options = no_address_mappings, "
       "no_unknown_recipient_checks'\n  postfix reload"},
      {"$overrides", ""},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.written);
    site.postfix.set["receive_override_options"] = one.written;
    site.postfix.effective["receive_override_options"] = "no_address_mappings, no_milters";
    EXPECT_EQ(text_of(check_reports_from_elsewhere(site.examination)), says + one.lines);
  }
  site.option("smtp", "receive_override_options", "");
  EXPECT_EQ(check_reports_from_elsewhere(site.examination).health, Health::kOk);
}

TEST(PostfixLimitChecks, FurtherInstances) {
  Site site;
  EXPECT_EQ(check_instances(site.examination).says, "there is one instance of Postfix");
  site.postfix.effective["multi_instance_directories"] = "/etc/postfix-in, /etc/postfix-out";
  site.machine.instances["/etc/postfix-in"] = testing::right_postfix();
  EXPECT_EQ(text_of(check_instances(site.examination)),
            "not examined instances: the instance in /etc/postfix-out cannot be read");
  site.machine.instances["/etc/postfix-out"] = testing::right_postfix();
  EXPECT_EQ(check_instances(site.examination).health, Health::kOk);
  site.machine.instances["/etc/postfix-out"].effective["dsn_milters"] = "";
  EXPECT_EQ(text_of(check_instances(site.examination)),
            "warning instances: further instances of Postfix do not use the daemon: "
            "/etc/postfix-out\n"
            "  plainbounce setup postfix --apply --postfix-config /etc/postfix-out");
}

}  // namespace
}  // namespace plainbounce
