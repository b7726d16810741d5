#include "config/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/dsn/bounce_verdict.h"

namespace plainbounce {
namespace {

using ::testing::ElementsAre;

BouncePolicy policy_of(const std::string& text) {
  const auto settings = parse_settings(text, "p.ini");
  if (!settings) {
    ADD_FAILURE() << to_string(settings.error().front());
    return {};
  }
  auto policy = to_policy(*settings, "mx.example.org", "1.0", 170000);
  if (!policy) {
    ADD_FAILURE() << policy.error().message;
    return {};
  }
  return std::move(*policy);
}

TEST(Policy, OfTheDefaults) {
  const BouncePolicy policy = policy_of("");
  EXPECT_FALSE(policy.observe);
  EXPECT_EQ(policy.body, BodyMode::kAdd);
  EXPECT_TRUE(policy.html);
  EXPECT_TRUE(policy.headers);
  EXPECT_EQ(policy.success, Treatment::kHeaders);
  EXPECT_EQ(policy.max_body_size, 170000U);
  EXPECT_EQ(policy.max_added, size_t{32} << 10U);
  EXPECT_EQ(policy.mta_size_limit, 10240000U);
  EXPECT_EQ(policy.host, "mx.example.org");
  EXPECT_EQ(policy.version, "1.0");
  EXPECT_THAT(policy.trust.own_services, ElementsAre("postfix-dsn"));
  EXPECT_TRUE(policy.trust.require_null_sender);
  EXPECT_EQ(policy.trust.machine_recipients.size(), 11U);
  EXPECT_THAT(policy.explain.general.languages, ElementsAre("en"));
  EXPECT_TRUE(policy.explain.choose_by_reader);
  EXPECT_EQ(policy.explain.internal_networks.size(), 4U);
}

TEST(Policy, MachineRecipientsOfTheDefaults) {
  struct Case {
    const char* address;
    bool machine;
  };
  const std::vector<std::string> globs = policy_of("").trust.machine_recipients;
  for (const Case& c : {Case{"list-bounces@example.org", true},
                        {"list-bounces+anna=x.test@example.org", true},
                        {"owner-list@example.org", true},
                        {"SRS0=ab=cd=x.test=anna@example.org", true},
                        {"srs0+ab=cd=x.test=anna@example.org", true},
                        {"SRS0-ab=cd=x.test=anna@example.org", true},
                        {"SRS1=ab=y.test==cd=x.test=anna@example.org", true},
                        {"SRS1+ab=y.test==cd=x.test=anna@example.org", true},
                        {"SRS1-ab=y.test==cd=x.test=anna@example.org", true},
                        {"news+bounce-17@example.org", true},
                        {"bounce-17@example.org", true},
                        {"srs0@example.org", false},
                        {"anna@example.org", false},
                        {"anna+list@example.org", false}}) {
    const bool machine = std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
      return matches_glob(c.address, glob);
    });
    EXPECT_EQ(machine, c.machine) << c.address;
  }
}

TEST(Policy, OfEachKey) {
  const BouncePolicy policy = policy_of(R"([milter]
own_service = dsn-port
mta_size_limit = 0
[bounce]
mode = observe
body = replace
html = no
headers = no
success = body
signed = off
friendly = body
elsewhere = off
legacy = body
machine_recipients = robot@*
max_body_size = 90K
max_added = 8K
[text]
languages = de, en
choose = fixed
[site]
local_domains = example.org
our_hosts = mx.example.org
hide_internal = yes
internal_networks = 192.0.2.0/24
)");
  EXPECT_TRUE(policy.observe);
  EXPECT_EQ(policy.body, BodyMode::kReplace);
  EXPECT_FALSE(policy.html);
  EXPECT_FALSE(policy.headers);
  EXPECT_EQ(policy.success, Treatment::kBody);
  EXPECT_EQ(policy.signed_reports, Treatment::kOff);
  EXPECT_EQ(policy.friendly, Treatment::kBody);
  EXPECT_EQ(policy.elsewhere, Treatment::kOff);
  EXPECT_EQ(policy.legacy, Treatment::kBody);
  EXPECT_EQ(policy.max_body_size, size_t{90} << 10U);
  EXPECT_EQ(policy.max_added, size_t{8} << 10U);
  EXPECT_EQ(policy.mta_size_limit, 0U);
  EXPECT_THAT(policy.trust.own_services, ElementsAre("dsn-port"));
  EXPECT_THAT(policy.trust.our_hosts, ElementsAre("mx.example.org"));
  EXPECT_THAT(policy.trust.machine_recipients, ElementsAre("robot@*"));
  EXPECT_THAT(policy.explain.general.languages, ElementsAre("de", "en"));
  EXPECT_FALSE(policy.explain.choose_by_reader);
  EXPECT_THAT(policy.explain.local_domains, ElementsAre("example.org"));
  EXPECT_TRUE(policy.explain.hide_internal);
  EXPECT_THAT(policy.explain.internal_networks, ElementsAre("192.0.2.0/24"));
}

TEST(Policy, ADomainTakesOverWhatItDoesNotSet) {
  const BouncePolicy policy = policy_of(R"([text]
languages = en
link_base = https://help.example.org
[help]
name = Help desk
phone = 100
[domain "Example.NET"]
languages = de
body = off
help_phone = 200
[domain "example.com"]
link_base =
)");
  ASSERT_EQ(policy.explain.domains.size(), 2U);
  const ReaderSettings& net = policy.explain.domains.at("example.net");
  EXPECT_THAT(net.languages, ElementsAre("de"));
  EXPECT_EQ(net.link_base, "https://help.example.org");
  EXPECT_EQ(net.help.name, "Help desk");
  EXPECT_EQ(net.help.phone, "200");
  const ReaderSettings& com = policy.explain.domains.at("example.com");
  EXPECT_THAT(com.languages, ElementsAre("en"));
  EXPECT_EQ(com.link_base, "");
  EXPECT_EQ(com.help.phone, "100");
  ASSERT_EQ(policy.body_by_domain.size(), 1U);
  EXPECT_EQ(policy.body_by_domain.at("example.net"), BodyMode::kOff);
}

TEST(Policy, KnowsTheTimeOfTheZone) {
  const BouncePolicy policy = policy_of("[text]\ntime_zone = Europe/Berlin\n");
  const CivilTime summer = policy.explain.to_civil_time(1783166400);
  EXPECT_EQ(summer.hour, 14);
  EXPECT_EQ(summer.zone, "CEST");
  const CivilTime winter = policy.explain.to_civil_time(1767268800);
  EXPECT_EQ(winter.hour, 13);
  EXPECT_EQ(winter.zone, "CET");
}

TEST(Policy, AZoneThatIsGoneIsAnError) {
  Settings settings;
  settings.text.time_zone = "Europe/Atlantis";
  const auto policy = to_policy(settings, "h", "v", 1);
  ASSERT_FALSE(policy);
  EXPECT_EQ(policy.error().message,
            "\"Europe/Atlantis\" is not in the zone database "
            "(/usr/share/zoneinfo/Europe/Atlantis); allowed is a name such as Europe/Berlin");
}

TEST(ReplyPolicy, OfTheDefaultsAndOfEachKey) {
  const auto defaults = parse_settings("", "p.ini");
  ASSERT_TRUE(defaults);
  EXPECT_FALSE(defaults->replies.socket);
  const ReplyPolicy usual = to_reply_policy(*defaults);
  EXPECT_EQ(usual.language, "en");
  EXPECT_EQ(usual.link_base, "");
  EXPECT_THAT(usual.causes, ElementsAre());
  EXPECT_THAT(usual.not_causes, ElementsAre("protocol-problem"));
  EXPECT_THAT(usual.codes, ElementsAre());
  EXPECT_THAT(usual.not_codes, ElementsAre("421", "500", "502", "503"));

  const auto set = parse_settings(R"([text]
link_base = https://help.example.org/b/
[replies]
socket = inet:127.0.0.1:9000
language = de
causes = mailbox-full, address-unknown
not_causes =
codes = 550, x.2.X
not_codes = 5.7.1
)",
                                  "p.ini");
  ASSERT_TRUE(set) << to_string(set.error().front());
  ASSERT_TRUE(set->replies.socket);
  EXPECT_EQ(set->replies.socket->postfix_spelling(), "inet:127.0.0.1:9000");
  const ReplyPolicy policy = to_reply_policy(*set);
  EXPECT_EQ(policy.language, "de");
  EXPECT_EQ(policy.link_base, "https://help.example.org/b");
  EXPECT_THAT(policy.causes, ElementsAre("mailbox-full", "address-unknown"));
  EXPECT_THAT(policy.not_causes, ElementsAre());
  EXPECT_THAT(policy.codes, ElementsAre("550", "X.2.X"));
  EXPECT_THAT(policy.not_codes, ElementsAre("5.7.1"));

  const auto off = parse_settings("[replies]\nsocket = /a\nsocket =\n", "p.ini");
  ASSERT_TRUE(off);
  EXPECT_FALSE(off->replies.socket);
}

TEST(ReplyPolicy, ItsLanguageHasToBeThere) {
  const auto settings = parse_settings("[replies]\nlanguage = fr\n", "p.ini");
  ASSERT_TRUE(settings);
  const auto findings = check_languages(*settings, {"de", "en"});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(to_string(findings.front()),
            "p.ini:2: language: there are no texts in \"fr\"; there are texts in de, en");
}

}  // namespace
}  // namespace plainbounce
