#include "cli/postfix/setup_plan.h"

#include <gtest/gtest.h>

#include "cli/postfix/setup_ini.h"

namespace plainbounce {
namespace {

MasterService service(const std::string& line) { return *parse_master_service(line); }

// Postfix as Debian installs it.
PostfixConfiguration plain_postfix() {
  PostfixConfiguration postfix;
  postfix.directory = "/etc/postfix";
  postfix.version = {3, 7, 11};
  postfix.effective = {
      {"queue_directory", "/var/spool/postfix"}, {"compatibility_level", "3.6"},
      {"cleanup_service_name", "cleanup"},       {"message_size_limit", "10240000"},
      {"myhostname", "mx.box.example"},          {"mydestination", "mx.box.example, localhost"},
      {"milter_default_action", "tempfail"},     {"smtpd_reject_footer_maps", ""},
      {"postscreen_reject_footer_maps", ""}};
  postfix.services = {
      service("smtp inet n - y - - smtpd"), service("cleanup unix n - y - 0 cleanup"),
      service("bounce unix - - y - 0 bounce"), service("defer unix - - y - 0 bounce"),
      service("trace unix - - y - 0 bounce")};
  return postfix;
}

SetupPlan plan_for(const PostfixConfiguration& postfix, const std::string& main_text = "",
                   bool with_replies = true) {
  return make_setup_plan({postfix, main_text, Settings{}, "/etc/plainbounce/conf.d/50-setup.ini",
                          std::nullopt, with_replies});
}

std::string parameters(const SetupPlan& plan) {
  std::string text;
  for (const PlannedParameter& one : plan.parameters) text += one.name + "=" + one.value + "\n";
  return text;
}

constexpr const char* kOurs =
    "{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, command_timeout=10s, "
    "content_timeout=30s, default_action=accept }";

TEST(SetupPlan, OfAPlainPostfix) {
  const SetupPlan plan = plan_for(plain_postfix());
  EXPECT_EQ(plan.refusals, std::vector<std::string>{});
  EXPECT_EQ(plan.notes, std::vector<std::string>{});
  EXPECT_EQ(parameters(plan),
            std::string("dsn_milters=") + kOurs +
                "\nsmtpd_reject_footer_maps=socketmap:unix:plainbounce/replies.sock:footer\n"
                "postscreen_reject_footer_maps=\n");
  ASSERT_TRUE(plan.service);
  EXPECT_EQ(plan.service->text,
            "cleanup-dsn unix n - y - 0 cleanup -o non_smtpd_milters=$dsn_milters "
            "-o header_checks= -o mime_header_checks= -o nested_header_checks= -o body_checks= "
            "-o milter_header_checks= -o milter_macro_daemon_name=postfix-dsn");
  ASSERT_EQ(plan.options.size(), 3U);
  EXPECT_FALSE(plan.is_done());
}

TEST(SetupPlan, OldVersions) {
  PostfixConfiguration postfix = plain_postfix();
  postfix.version = {2, 11, 3};
  EXPECT_EQ(plan_for(postfix).refusals,
            std::vector<std::string>{"this is Postfix 2.11.3; the settings of a single milter need "
                                     "3.0 or later"});
  postfix.version = {3, 3, 0};
  postfix.effective.erase("smtpd_reject_footer_maps");
  const SetupPlan plan = plan_for(postfix);
  EXPECT_TRUE(plan.refusals.empty());
  EXPECT_EQ(parameters(plan), std::string("dsn_milters=") + kOurs + "\n");
  EXPECT_EQ(plan.notes, std::vector<std::string>{
                            "the replies that Postfix itself gives stay as they are: Postfix 3.3.0 "
                            "has no smtpd_reject_footer_maps (3.4 has)"});
}

TEST(SetupPlan, MiltersThatStandBehind) {
  const struct {
    const char* label;
    const char* milters;
    const char* classes;
    const char* behind;
    bool converts;
  } cases[] = {
      {"none", "", "", "", true},
      {"a signer of submissions", "inet:localhost:8891", "",
       " { inet:localhost:8891, default_action=accept }", false},
      {"another filter of submissions", "unix:rspamd/rspamd.sock", "", "", true},
      {"a signer of bounces", "unix:opendkim/opendkim.sock", "bounce",
       " unix:opendkim/opendkim.sock", false},
      {"two of bounces", "unix:first, unix:opendkim.sock", "notify,bounce",
       " unix:first unix:opendkim.sock", false},
      {"a filter of bounces", "unix:filter.sock", "bounce", " unix:filter.sock", true},
      {"ourselves", "unix:plainbounce/plainbounce.sock", "bounce", "", true},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    PostfixConfiguration postfix = plain_postfix();
    postfix.effective["non_smtpd_milters"] = one.milters;
    postfix.effective["internal_mail_filter_classes"] = one.classes;
    const SetupPlan plan = plan_for(postfix, "", false);
    const std::string conversion = "disable_mime_output_conversion=yes\n";
    EXPECT_EQ(parameters(plan), std::string("dsn_milters=") + kOurs + one.behind + "\n" +
                                    (one.converts ? "" : conversion));
  }
}

TEST(SetupPlan, TheFileOfTheDaemonIsWrittenOnce) {
  const PostfixConfiguration postfix = plain_postfix();
  SetupBasis basis{postfix, "", Settings{}, "/x/50-setup.ini", std::nullopt, true};
  const auto text = make_setup_plan(basis).ini;
  ASSERT_TRUE(text);
  basis.ini_text = text;
  EXPECT_FALSE(make_setup_plan(basis).ini);
  EXPECT_FALSE(is_ini_of_another(basis));
  EXPECT_TRUE(read_setup_ini_head(*text)->is_intact);
  EXPECT_EQ(read_setup_ini_head(*text)->directory, "/etc/postfix");
  EXPECT_FALSE(read_setup_ini_head(*text + "\n")->is_intact);
  EXPECT_FALSE(read_setup_ini_head("[milter]\n"));
  basis.ini_text = *text + "[text]\nlanguages = de\n";
  EXPECT_FALSE(make_setup_plan(basis).refusals.empty());
}

TEST(SetupPlan, TheSocketIsNotMovedFromUnderALineThatNamesIt) {
  PostfixConfiguration postfix = plain_postfix();
  postfix.set["smtpd_milters"] = "unix:/run/plainbounce/plainbounce.sock";
  SetupBasis basis{postfix, "", Settings{}, "/x/50-setup.ini", std::nullopt, true};
  EXPECT_TRUE(make_setup_plan(basis).refusals.empty());
  basis.present_socket = *parse_socket_address("/var/spool/postfix/plainbounce/plainbounce.sock");
  EXPECT_TRUE(make_setup_plan(basis).refusals.empty());
  basis.present_socket = *parse_socket_address("/run/plainbounce/plainbounce.sock");
  EXPECT_EQ(
      make_setup_plan(basis).refusals,
      std::vector<std::string>{
          "main.cf: smtpd_milters = unix:/run/plainbounce/plainbounce.sock: that is where the "
          "daemon listens today, and the set-up would let it listen at "
          "unix:/var/spool/postfix/plainbounce/plainbounce.sock instead; take plainbounce out of "
          "that line, or keep its place by \"socket = unix:/run/plainbounce/plainbounce.sock\" "
          "under [milter] in conf.d/60-local.ini"});
}

TEST(SetupPlan, DomainsThatStandPlainly) {
  PostfixConfiguration postfix = plain_postfix();
  postfix.effective["mydestination"] = "MX.box.example localhost, localhost.box.example /etc/x";
  postfix.effective["virtual_mailbox_domains"] = "a.example, hash:/etc/y, mx.box.example";
  postfix.effective["virtual_alias_domains"] = "hash:/etc/aliases";
  postfix.set["virtual_mailbox_domains"] = "";
  const PlainDomains domains = find_plain_domains(postfix);
  EXPECT_EQ(domains.names, (std::vector<std::string>{"mx.box.example", "a.example"}));
  EXPECT_EQ(domains.tables, (std::vector<std::string>{"mydestination = /etc/x",
                                                      "virtual_mailbox_domains = hash:/etc/y"}));
}

}  // namespace
}  // namespace plainbounce
