#include "cli/doctor/bounce_service_checks.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;
using testing::text_of;

TEST(BounceServiceChecks, ARightSetUp) {
  const Site site;
  EXPECT_EQ(text_of(check_bounce_service(site.examination)),
            "ok bounce-service: bounce, defer and trace hand their reports to the daemon, through "
            "cleanup-dsn");
  EXPECT_EQ(text_of(check_own_service(site.examination)),
            "ok own-service: reports of Postfix's own are known by the name \"postfix-dsn\"");
  EXPECT_EQ(text_of(check_header_checks(site.examination)),
            "ok header-checks: no header or body checks are applied to bounces");
}

TEST(BounceServiceChecks, EachServiceThatGoesAnotherWayIsNamed) {
  Site site;
  site.of_name("defer").options.clear();
  site.option("trace", "internal_mail_filter_classes", "notify");
  EXPECT_EQ(text_of(check_bounce_service(site.examination)),
            "problem bounce-service: defer: the cleanup service \"cleanup\" hands nothing to "
            "plainbounce; trace: without internal_mail_filter_classes=bounce no milter sees these "
            "reports\n"
            "  postconf -P defer/unix/cleanup_service_name=cleanup-dsn\n"
            "  postconf -P defer/unix/internal_mail_filter_classes=bounce\n"
            "  postconf -P trace/unix/cleanup_service_name=cleanup-dsn\n"
            "  postconf -P trace/unix/internal_mail_filter_classes=bounce\n"
            "  postfix reload");
}

TEST(BounceServiceChecks, NothingIsSetUp) {
  Site site;
  site.postfix.services.pop_back();
  for (const char* name : {"bounce", "defer", "trace"}) site.of_name(name).options.clear();
  EXPECT_EQ(text_of(check_bounce_service(site.examination)),
            "problem bounce-service: bounce, defer, trace: the cleanup service \"cleanup\" hands "
            "nothing to plainbounce\n"
            "  plainbounce setup postfix --apply\n"
            "  postfix reload");
}

TEST(BounceServiceChecks, AListWithoutUsKeepsTheOthers) {
  Site site;
  site.postfix.effective["dsn_milters"] = "unix:opendkim/opendkim.sock, inet:127.0.0.1:8893";
  EXPECT_EQ(text_of(check_bounce_service(site.examination)),
            "problem bounce-service: bounce, defer, trace: the cleanup service \"cleanup-dsn\" "
            "hands nothing to plainbounce\n"
            "  postconf -e 'dsn_milters = " +
                std::string(testing::kOwnEntry) +
                " unix:opendkim/opendkim.sock inet:127.0.0.1:8893'\n"
                "  postfix reload");
}

TEST(BounceServiceChecks, TheListOfAllMailIsNotTouched) {
  const std::string says =
      "problem bounce-service: bounce, defer, trace: the cleanup service \"cleanup-dsn\" hands "
      "nothing to plainbounce\n"
      "  postconf -P 'cleanup-dsn/unix/non_smtpd_milters={unix:plainbounce/plainbounce.sock,"
      "connect_timeout=5s,command_timeout=10s,content_timeout=30s,default_action=accept}";
  Site site;
  auto& options = site.of_name("cleanup-dsn").options;
  options.erase(options.begin());
  EXPECT_EQ(text_of(check_bounce_service(site.examination)), says + "'\n  postfix reload");
  site.postfix.effective["non_smtpd_milters"] = "unix:opendkim/opendkim.sock";
  site.postfix.set["non_smtpd_milters"] = "$opendkim";
  EXPECT_EQ(text_of(check_bounce_service(site.examination)),
            says + ",$opendkim'\n  postfix reload");
}

TEST(BounceServiceChecks, ACleanupOfOtherMailIsNoPlaceForBounces) {
  Site site;
  site.postfix.services.pop_back();
  for (const char* name : {"bounce", "defer", "trace"}) site.of_name(name).options.clear();
  site.postfix.services.push_back(testing::service("pre-cleanup", "cleanup"));
  site.option("pre-cleanup", "non_smtpd_milters", "$dsn_milters");
  site.option("smtp", "cleanup_service_name", "pre-cleanup");
  const std::string problem_text =
      "problem bounce-service: bounce, defer, trace: the cleanup service \"cleanup\" hands nothing "
      "to plainbounce\n"
      "  plainbounce setup postfix --apply\n"
      "  postfix reload";
  EXPECT_EQ(text_of(check_bounce_service(site.examination)), problem_text);
  for (const char* name : {"bounce", "defer", "trace"}) {
    site.option(name, "cleanup_service_name", "pre-cleanup");
    site.option(name, "internal_mail_filter_classes", "bounce");
  }
  EXPECT_EQ(text_of(check_bounce_service(site.examination)),
            "warning bounce-service: bounces share the cleanup service with all other mail of this "
            "machine\n"
            "  plainbounce setup postfix --apply\n"
            "  postfix reload");
  EXPECT_EQ(check_own_service(site.examination).mend.size(), 0U)
      << "other mail must not get the name of bounces";
}

TEST(BounceServiceChecks, EachCleanupKeepsItsLines) {
  Site site;
  site.postfix.effective["body_checks"] = "regexp:/etc/postfix/body_checks";
  site.postfix.services.push_back(site.of_name("cleanup-dsn"));
  site.postfix.services.back().name = "cleanup-trace";
  for (const char* name : {"cleanup-dsn", "cleanup-trace"}) {
    auto& options = site.of_name(name).options;
    options.erase(options.begin() + 4);
  }
  site.option("trace", "cleanup_service_name", "cleanup-trace");
  const std::string says =
      "warning header-checks: body_checks of main.cf are applied to bounces, too\n";
  EXPECT_EQ(text_of(check_header_checks(site.examination)),
            says +
                "  postconf -P cleanup-dsn/unix/body_checks=\n"
                "  postconf -P cleanup-trace/unix/body_checks=\n"
                "  postfix reload");
  site.option("trace", "cleanup_service_name", "cleanup");
  EXPECT_EQ(text_of(check_header_checks(site.examination)),
            says +
                "  postconf -P cleanup-dsn/unix/body_checks=\n"
                "  plainbounce setup postfix --apply\n"
                "  postfix reload");
}

TEST(BounceServiceChecks, AListThatCannotBeRead) {
  Site site;
  site.postfix.effective["dsn_milters"] = "{ unix:plainbounce/plainbounce.sock";
  const CheckResult result = check_bounce_service(site.examination);
  EXPECT_EQ(result.health, Health::kProblem);
  EXPECT_NE(result.says.find("the milters of cleanup-dsn cannot be read: "), std::string::npos);
}

TEST(BounceServiceChecks, TheTextbooksWayIsWarnedOf) {
  Site site;
  site.postfix.services.pop_back();
  site.postfix.effective["non_smtpd_milters"] = testing::kOwnEntry;
  site.postfix.effective["internal_mail_filter_classes"] = "bounce";
  for (const char* name : {"bounce", "defer", "trace"}) site.of_name(name).options.clear();
  EXPECT_EQ(text_of(check_bounce_service(site.examination)),
            "warning bounce-service: bounces share the cleanup service with all other mail of this "
            "machine\n"
            "  plainbounce setup postfix --apply\n"
            "  postfix reload");
  site.postfix.effective["body_checks"] = "regexp:/etc/postfix/body_checks";
  EXPECT_EQ(text_of(check_header_checks(site.examination)),
            "warning header-checks: body_checks of main.cf are applied to bounces, too\n"
            "  plainbounce setup postfix --apply\n"
            "  postfix reload");
}

TEST(BounceServiceChecks, TheNamesHaveToAgree) {
  Site site;
  site.of.settings.milter.own_services = {"sendmail-dsn", "dsn"};
  EXPECT_EQ(text_of(check_own_service(site.examination)),
            "problem own-service: cleanup-dsn calls itself \"postfix-dsn\", but own_service is "
            "\"sendmail-dsn\"\n"
            "  postconf -P cleanup-dsn/unix/milter_macro_daemon_name=sendmail-dsn\n"
            "  postfix reload");
  site.option("cleanup-dsn", "milter_macro_daemon_name", "dsn");
  EXPECT_EQ(check_own_service(site.examination).health, Health::kOk);
}

TEST(BounceServiceChecks, ChecksOfNestedHeadersFollowThoseOfHeaders) {
  Site site;
  site.postfix.effective["header_checks"] = "pcre:/etc/postfix/checks";
  site.postfix.effective["nested_header_checks"] = "pcre:/etc/postfix/checks";
  site.postfix.effective["mime_header_checks"] = "pcre:/etc/postfix/checks";
  auto& options = site.of_name("cleanup-dsn").options;
  options.erase(options.begin() + 2, options.begin() + 4);
  EXPECT_EQ(check_header_checks(site.examination).health, Health::kOk)
      << "they follow the empty header_checks of this service";
  options.erase(options.begin() + 1);
  EXPECT_EQ(text_of(check_header_checks(site.examination)),
            "warning header-checks: header_checks, mime_header_checks, nested_header_checks of "
            "main.cf are applied to bounces, too\n"
            "  postconf -P cleanup-dsn/unix/header_checks=\n"
            "  postconf -P cleanup-dsn/unix/mime_header_checks=\n"
            "  postconf -P cleanup-dsn/unix/nested_header_checks=\n"
            "  postfix reload");
}

}  // namespace
}  // namespace plainbounce
