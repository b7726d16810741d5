#include "config/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using ::testing::ElementsAre;

Settings good(const std::string& text) {
  auto settings = parse_settings(text, "p.ini");
  if (!settings) {
    for (const Error& error : settings.error()) ADD_FAILURE() << to_string(error);
    return {};
  }
  return std::move(*settings);
}

std::string told(const std::vector<Error>& errors) {
  std::string out;
  for (const Error& error : errors) out += to_string(error) + "\n";
  return out;
}

std::string errors_of(const std::string& text) {
  const auto settings = parse_settings(text, "p.ini");
  return settings ? "" : told(settings.error());
}

TEST(Settings, ReadsEachSection) {
  const Settings settings = good(R"([milter]
socket = inet:127.0.0.1:8895     ; Postfix's spelling
socket_mode = 0600
socket_group = postfix
own_service = postfix-dsn, dsn-out
mta_size_limit = 0
max_in_flight = 1G
drain_timeout = 5s
user = plainbounce
[bounce]
mode = observe
body = replace
html = no
headers = off
success = body
signed = off
friendly = body
elsewhere = body
legacy = off
machine_recipients =
    list-*@*,
    "odd,one@*"
max_body_size = 1M
max_added = 16K
[text]
languages = de, en
choose = fixed
link_base = https://help.example.org/bounces/
time_zone = UTC
[help]
name = "Help; desk"
phone = +49 30 555 0100
email = help@example.org
url = https://help.example.org
[site]
local_domains = Example.ORG, example.net
our_hosts = mx.example.org
hide_internal = yes
internal_networks = 192.0.2.0/24
[log]
target = syslog
level = debug
addresses = yes
[knowledge]
overlay = /srv/knowledge
[domain "Example.NET"]
languages = fr
link_base =
body = off
help_name = Reseller
email = it@example.net
)");
  EXPECT_EQ(settings.milter.socket.milter_spelling(), "inet:8895@127.0.0.1");
  EXPECT_EQ(settings.milter.socket_mode, 0600U);
  EXPECT_EQ(settings.milter.socket_group, "postfix");
  EXPECT_THAT(settings.milter.own_services, ElementsAre("postfix-dsn", "dsn-out"));
  EXPECT_EQ(settings.milter.mta_size_limit, 0U);
  EXPECT_EQ(settings.milter.max_in_flight, size_t{1} << 30U);
  EXPECT_EQ(settings.milter.drain_timeout, std::chrono::seconds(5));
  EXPECT_EQ(settings.milter.user, "plainbounce");
  EXPECT_TRUE(settings.bounce.observe);
  EXPECT_EQ(settings.bounce.body, BodyMode::kReplace);
  EXPECT_FALSE(settings.bounce.html);
  EXPECT_FALSE(settings.bounce.headers);
  EXPECT_EQ(settings.bounce.success, Treatment::kBody);
  EXPECT_EQ(settings.bounce.signed_reports, Treatment::kOff);
  EXPECT_EQ(settings.bounce.friendly, Treatment::kBody);
  EXPECT_EQ(settings.bounce.elsewhere, Treatment::kBody);
  EXPECT_EQ(settings.bounce.legacy, Treatment::kOff);
  EXPECT_THAT(settings.bounce.machine_recipients, ElementsAre("list-*@*", "odd,one@*"));
  EXPECT_EQ(settings.bounce.max_body_size, size_t{1} << 20U);
  EXPECT_EQ(settings.bounce.max_added, size_t{16} << 10U);
  EXPECT_THAT(settings.text.languages, ElementsAre("de", "en"));
  EXPECT_FALSE(settings.text.choose_by_reader);
  EXPECT_EQ(settings.text.link_base, "https://help.example.org/bounces");
  EXPECT_EQ(settings.text.time_zone, "UTC");
  EXPECT_EQ(settings.help.name, "Help; desk");
  EXPECT_EQ(settings.help.phone, "+49 30 555 0100");
  EXPECT_EQ(settings.help.email, "help@example.org");
  EXPECT_EQ(settings.help.url, "https://help.example.org");
  EXPECT_THAT(settings.site.local_domains, ElementsAre("example.org", "example.net"));
  EXPECT_THAT(settings.site.our_hosts, ElementsAre("mx.example.org"));
  EXPECT_TRUE(settings.site.hide_internal);
  EXPECT_THAT(settings.site.internal_networks, ElementsAre("192.0.2.0/24"));
  EXPECT_EQ(settings.log.target, LogSettings::Target::kSyslog);
  EXPECT_EQ(settings.log.level, LogSettings::Level::kDebug);
  EXPECT_TRUE(settings.log.addresses);
  EXPECT_EQ(settings.knowledge.overlay, "/srv/knowledge");
  ASSERT_EQ(settings.domains.size(), 1U);
  const DomainSettings& domain = settings.domains.at("example.net");
  EXPECT_EQ(domain.languages, std::vector<std::string>{"fr"});
  EXPECT_EQ(domain.link_base, "");
  EXPECT_EQ(domain.body, BodyMode::kOff);
  EXPECT_EQ(domain.help_name, "Reseller");
  EXPECT_EQ(domain.help_email, "it@example.net");
  EXPECT_EQ(domain.help_phone, std::nullopt);
  EXPECT_EQ(settings.places.at("text.languages").line, 26U);
  EXPECT_EQ(settings.places.at("domain example.net.help_email").line, 51U);
}

TEST(Settings, AnEmptyFileGivesTheDefaults) {
  const Settings settings = good("");
  EXPECT_EQ(settings.milter.socket.path, "/run/plainbounce/plainbounce.sock");
  EXPECT_EQ(settings.bounce.max_body_size, std::nullopt);
  EXPECT_TRUE(settings.places.empty());
}

TEST(Settings, EmptyValuesClear) {
  const Settings settings = good(
      "[milter]\nown_service =\nuser = \"\"\n[bounce]\nmachine_recipients =\nmax_body_size = auto\n"
      "[site]\ninternal_networks =\n[knowledge]\noverlay =\n");
  EXPECT_TRUE(settings.milter.own_services.empty());
  EXPECT_TRUE(settings.bounce.machine_recipients.empty());
  EXPECT_TRUE(settings.site.internal_networks.empty());
  EXPECT_EQ(settings.knowledge.overlay, "");
}

TEST(Settings, TellsEveryError) {
  const struct {
    const char* label;
    std::string text;
    std::string errors;
  } cases[] = {
      {"unknown key, near", "[bounce]\nhtlm = yes\n",
       "p.ini:2: unknown key \"htlm\" in [bounce]; did you mean \"html\"?\n"},
      {"key of another section", "[bounce]\nlanguages = en\n",
       "p.ini:2: unknown key \"languages\" in [bounce]; it belongs to [text]\n"},
      {"unknown key, far", "[log]\nfoo_bar_baz = 1\n",
       "p.ini:2: unknown key \"foo_bar_baz\" in [log]; allowed are \"target\", \"level\", "
       "\"addresses\", \"lines_per_minute\", \"events\"\n"},
      {"number of lines, no number", "[log]\nlines_per_minute = many\n",
       "p.ini:2: lines_per_minute: \"many\" is not allowed; allowed is a number from 0 to "
       "1000000\n"},
      {"number of lines, too large", "[log]\nlines_per_minute = 99999999999999999999\n",
       "p.ini:2: lines_per_minute: \"99999999999999999999\" is not allowed; allowed is a number "
       "from 0 to 1000000\n"},
      {"number of lines, none", "[log]\nlines_per_minute =\n",
       "p.ini:2: lines_per_minute: \"\" is not allowed; allowed is a number from 0 to 1000000\n"},
      {"events in a relative path", "[log]\nevents = x.json\n",
       "p.ini:2: events: \"x.json\" is not allowed; allowed is a path that begins with \"/\"\n"},
      {"status for other machines", "[status]\nlisten = inet:9000@0.0.0.0\n",
       "p.ini:2: listen: inet:0.0.0.0:9000 can be reached from other machines; allowed are a unix "
       "socket, 127.0.0.1 and ::1, others with allow_remote = yes\n"},
      {"status on the milter's socket",
       "[milter]\nsocket = /run/a.sock\n[status]\nlisten = unix:/run/a.sock\n",
       "p.ini:4: listen: unix:/run/a.sock is the socket of the milter; the status needs one of its "
       "own\n"},
      {"status on the reply map's socket",
       "[replies]\nsocket = /run/a.sock\n[status]\nlisten = unix:/run/a.sock\n",
       "p.ini:4: listen: unix:/run/a.sock is the socket of the reply map; the status needs one of "
       "its own\n"},
      {"too often", "[status]\ntextfile_interval = 0s\n",
       "p.ini:2: textfile_interval: \"0s\" is out of range; allowed is a time from 1s to 1h\n"},
      {"reply map for other machines", "[replies]\nsocket = inet:9000@192.0.2.1\n",
       "p.ini:2: socket: inet:192.0.2.1:9000 can be reached from other machines; allowed are a "
       "unix socket, 127.0.0.1 and ::1\n"},
      {"reply map on the milter's socket",
       "[milter]\nsocket = /run/a.sock\n[replies]\nsocket = unix:/run/a.sock\n",
       "p.ini:4: socket: unix:/run/a.sock is the milter's socket; the reply map needs one of its "
       "own\n"},
      {"cause, near", "[replies]\ncauses = mailbox-ful\n",
       "p.ini:2: causes: \"mailbox-ful\" is no cause; did you mean \"mailbox-full\"?\n"},
      {"cause, far", "[replies]\nnot_causes = 550\n",
       "p.ini:2: not_causes: \"550\" is not allowed; allowed is the id of a cause such as "
       "mailbox-full\n"},
      {"code of a success", "[replies]\ncodes = 550, 250\n",
       "p.ini:2: codes: \"250\" is not allowed; allowed is a code of a failure such as 550, 5.7.1 "
       "or X.7.X\n"},
      {"unknown section, near", "[bunce]\nhtml = yes\n",
       "p.ini:1: unknown section [bunce]; did you mean [bounce]?\n"},
      {"unknown section, far", "[frobnication]\nsocket =\n",
       "p.ini:1: unknown section [frobnication]; allowed are [milter], [bounce], [text], [help], "
       "[site], [replies], [status], [web], [log], [knowledge], [domain]\n"},
      {"section with a name", "[bounce \"x\"]\n", "p.ini:1: [bounce] takes no name in quotes\n"},
      {"domain without a name", "[domain]\nbody = off\n",
       "p.ini:1: [domain] needs the name of one domain: allowed is [domain \"example.org\"]\n"},
      {"domain with an address", "[domain \"a@b\"]\n",
       "p.ini:1: [domain] needs the name of one domain: allowed is [domain \"example.org\"]\n"},
      {"key of no domain", "[domain \"example.org\"]\nhtml = no\n",
       "p.ini:2: unknown key \"html\" in [domain]; it belongs to [bounce]\n"},
      {"boolean", "[bounce]\nhtml = maybe\n",
       "p.ini:2: html: \"maybe\" is not allowed; allowed is yes or no\n"},
      {"word", "[bounce]\nbody = prepend\n",
       "p.ini:2: body: \"prepend\" is not allowed; allowed is add, replace or off\n"},
      {"word of another key", "[bounce]\nsigned = body\n",
       "p.ini:2: signed: \"body\" is not allowed; allowed is headers or off\n"},
      {"size", "[milter]\nmax_in_flight = lots\n",
       "p.ini:2: max_in_flight: \"lots\" is not allowed; allowed is a size in bytes such as "
       "10240000, 160K, 64M or 2G\n"},
      {"size out of range", "[milter]\nmax_in_flight = 0\n",
       "p.ini:2: max_in_flight: \"0\" is out of range; allowed is a size from 1 to 1024G\n"},
      {"time out of range", "[milter]\ndrain_timeout = 1d\n",
       "p.ini:2: drain_timeout: \"1d\" is out of range; allowed is a time from 0s to 10m\n"},
      {"too many languages", "[text]\nlanguages = en, de, fr\n",
       "p.ini:2: languages: the list has 3 elements; allowed is one or two languages such as "
       "en\n"},
      {"no language", "[text]\nlanguages =\n",
       "p.ini:2: languages: the list has 0 elements; allowed is one or two languages such as "
       "en\n"},
      {"twice in a list", "[text]\nlanguages = en, en\n",
       "p.ini:2: languages: \"en\" stands twice in the list\n"},
      {"network", "[site]\ninternal_networks = 10.0.0.0/8, 10.0.0.0/40\n",
       "p.ini:2: internal_networks: \"10.0.0.0/40\" is not allowed; allowed is a network such as "
       "10.0.0.0/8 or fc00::/7\n"},
      {"time zone", "[text]\ntime_zone = Europe/Atlantis\n",
       "p.ini:2: time_zone: \"Europe/Atlantis\" is not in the zone database "
       "(/usr/share/zoneinfo/Europe/Atlantis); allowed is a name such as Europe/Berlin\n"},
      {"a directory of the zone database", "[text]\ntime_zone = Europe\n",
       "p.ini:2: time_zone: \"Europe\" is not in the zone database "
       "(/usr/share/zoneinfo/Europe); allowed is a name such as Europe/Berlin\n"},
      {"remote socket", "[milter]\nsocket = inet:8895@192.0.2.1\n",
       "p.ini:2: socket: inet:192.0.2.1:8895 can be reached from other machines, and a milter "
       "socket has no access control; allowed are 127.0.0.1 and ::1, others with allow_remote = "
       "yes\n"},
      {"socket of all interfaces", "[milter]\nsocket = inet:8895\n",
       "p.ini:2: socket: inet:0.0.0.0:8895 can be reached from other machines, and a milter "
       "socket has no access control; allowed are 127.0.0.1 and ::1, others with allow_remote = "
       "yes\n"},
      {"several", "[bounce]\nhtlm = yes\nbody = x\nnonsense\n[text]\nchoose = me\n",
       "p.ini:4: no \"key = value\"; a comment begins with # or ;\n"
       "p.ini:2: unknown key \"htlm\" in [bounce]; did you mean \"html\"?\n"
       "p.ini:3: body: \"x\" is not allowed; allowed is add, replace or off\n"
       "p.ini:6: choose: \"me\" is not allowed; allowed is reader or fixed\n"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    EXPECT_EQ(errors_of(test.text), test.errors);
  }
}

TEST(Settings, RemoteSocketsNeedConsent) {
  const Settings settings = good("[milter]\nsocket = inet:8895@192.0.2.1\nallow_remote = yes\n");
  EXPECT_EQ(settings.milter.socket.postfix_spelling(), "inet:192.0.2.1:8895");
}

TEST(Settings, ASecondValueInOneFileIsNoticed) {
  const Settings settings = good("[bounce]\nhtml = no\n[bounce]\nhtml = yes\n");
  EXPECT_TRUE(settings.bounce.html);
  EXPECT_EQ(told(settings.notices), "p.ini:4: \"html\" of line 2 is set again here\n");
}

TEST(Settings, ChecksLanguages) {
  const Settings settings =
      good("[text]\nlanguages = xx, en\n[domain \"example.org\"]\nlanguages = yy\n");
  EXPECT_EQ(told(check_languages(settings, {"en", "de"})),
            "p.ini:2: languages: there are no texts in \"xx\"; there are texts in en, de\n"
            "p.ini:4: languages: there are no texts in \"yy\"; there are texts in en, de\n");
  EXPECT_EQ(told(check_languages(Settings{}, {"de"})),
            "languages: there are no texts in \"en\"; there are texts in de\n"
            "language: there are no texts in \"en\"; there are texts in de\n");
  EXPECT_TRUE(check_languages(settings, {"en", "xx", "yy"}).empty());
}

}  // namespace
}  // namespace plainbounce
