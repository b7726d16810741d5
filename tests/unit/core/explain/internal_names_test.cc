#include "core/explain/internal_names.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(IpNetwork, HoldsItsAddresses) {
  struct Case {
    const char* network;
    const char* ip;
    bool holds;
  };
  const Case cases[] = {{"10.0.0.0/8", "10.255.1.2", true},
                        {"10.0.0.0/8", "11.0.0.1", false},
                        {"172.16.0.0/12", "172.31.255.255", true},
                        {"172.16.0.0/12", "172.32.0.0", false},
                        {"192.0.2.7", "192.0.2.7", true},
                        {"192.0.2.7", "192.0.2.8", false},
                        {"0.0.0.0/0", "203.0.113.9", true},
                        {"0.0.0.0/0", "2001:db8::1", false},
                        {"fc00::/7", "fd12::1", true},
                        {"fc00::/7", "IPv6:fd12::1", true},
                        {"fc00::/7", "2001:db8::1", false},
                        {"10.0.0.0/8", "::ffff:10.1.2.3", true}};
  for (const Case& c : cases) {
    const auto network = parse_network(c.network);
    const auto ip = parse_ip(c.ip);
    ASSERT_TRUE(network && ip) << c.network << " " << c.ip;
    EXPECT_EQ(network->contains(*ip), c.holds) << c.network << " " << c.ip;
  }
}

TEST(IpNetwork, RefusesWhatIsNone) {
  for (const char* text : {"", "10.0.0.0/33", "10.0.0/8", "fc00::/129", "10.0.0.0/", "10.0.0.0/-1",
                           "10.0.0.0/8x", "box.example", "1.2.3.4.5"})
    EXPECT_FALSE(parse_network(text)) << text;
}

ExplainSettings site() {
  ExplainSettings settings;
  settings.internal_networks = {"10.0.0.0/8", "fc00::/7", "broken"};
  settings.local_domains = {"works.local"};
  return settings;
}

DeliveryReport report() {
  DeliveryReport report;
  report.message.reporting_mta = TypedValue{"dns", "mail.box.example"};
  report.recipients.emplace_back();
  report.recipients[0].original_recipient = TypedValue{"rfc822", "team@home.lan"};
  report.recipients[0].diagnostic_code =
      TypedValue{"x-postfix", "connect to lmtp3.box.example[10.20.30.41]:24: timed out"};
  report.original.emplace();
  report.original->received = {
      "from laptop (store07.corp.box.example [10.20.30.40]) by mail.box.example (Postfix)",
      "from pc-12.box.example (mail.box.example [IPv6:fd00::7]) by hub1 with SMTP",
      "from [10.0.0.9] (pool.isp.example [203.0.113.5]) by mail.box.example"};
  return report;
}

TEST(InternalNames, AreHiddenInText) {
  const InternalNames names(site(), report());
  struct Case {
    const char* label;
    const char* text;
    const char* hidden;
  };
  const Case cases[] = {
      {"an address of ours", "from [10.20.30.40] blocked", "from [*] blocked"},
      {"with a port", "connect to 10.20.30.40:25: refused", "connect to *:25: refused"},
      {"at a sentence's end", "see 10.20.30.40.", "see *."},
      {"IPv6", "[IPv6:fd00::1] and fd00::1", "[*] and *"},
      {"an IPv6 network", "route fd00:: is down", "route * is down"},
      {"IPv4 within IPv6", "from ::ffff:10.1.2.3, [IPv6:::ffff:10.1.2.3]", "from *, [*]"},
      {"IPv4 within IPv6 at a sentence's end", "see ::ffff:10.1.2.3.", "see *."},
      {"a public address", "203.0.113.9 is fine", "203.0.113.9 is fine"},
      {"a version is none", "Postfix 10.2.3", "Postfix 10.2.3"},
      {"a name that Received pairs", "host=store07.corp.box.example&x=1", "host=*&x=1"},
      {"any case", "STORE07.corp.BOX.example", "*"},
      {"a name that the reply pairs", "lmtp3.box.example[10.20.30.41]:24", "*[*]:24"},
      {"the name that it said for itself", "pc-12.box.example", "*"},
      {"the machine behind by", "hub1 said no", "* said no"},
      {"an ending that is never public", "mx.corp.internal, a.lan", "*, *"},
      {"the reporting machine", "mail.box.example", "mail.box.example"},
      {"a public name", "pool.isp.example", "pool.isp.example"},
      {"a domain of ours", "anna@works.local", "anna@works.local"},
      {"the domain that the sender wrote", "team@home.lan", "team@home.lan"},
      {"an address below an internal name", "root@store07.corp.box.example", "root@*"},
      {"words", "550 5.1.1 User unknown: laptop", "550 5.1.1 User unknown: laptop"},
      {"marks alone", "... -- :: _", "... -- :: _"},
      {"nothing", "", ""}};
  for (const Case& c : cases) EXPECT_EQ(names.hide_in_text(c.text, "*"), c.hidden) << c.label;
}

TEST(InternalNames, AreHiddenInHosts) {
  const InternalNames names(site(), report());
  struct Case {
    const char* host;
    const char* hidden;
  };
  const Case cases[] = {{"store", "*"},
                        {"mx.corp.internal", "*"},
                        {"[10.1.2.3]", "*"},
                        {"10.1.2.3", "*"},
                        {"fd00::1", "*"},
                        {"localhost", "localhost"},
                        {"127.0.0.1", "127.0.0.1"},
                        {"2001:db8::1", "2001:db8::1"},
                        {"mx.far.example", "mx.far.example"},
                        {"mail.box.example", "mail.box.example"},
                        {"store [10.1.2.3]", "*"},
                        {"", ""}};
  for (const Case& c : cases) EXPECT_EQ(names.hide_in_host(c.host, "*"), c.hidden) << c.host;
}

TEST(InternalNames, AreHiddenInAddresses) {
  const InternalNames names(site(), report());
  struct Case {
    const char* address;
    const char* hidden;
  };
  const Case cases[] = {{"bob@mx.corp.internal", "bob@*"},
                        {"bob@store07.corp.box.example", "bob@*"},
                        {"bob@[10.1.2.3]", "bob@*"},
                        {"bob@works.local", "bob@works.local"},
                        {"bob@localhost", "bob@localhost"},
                        {"Bob@Far.example", "Bob@Far.example"},
                        {"bob", "bob"}};
  for (const Case& c : cases)
    EXPECT_EQ(names.hide_in_address(c.address, "*"), c.hidden) << c.address;
}

TEST(InternalNames, TakesHostileTextWithoutHarm) {
  DeliveryReport hostile;
  hostile.recipients.emplace_back();
  hostile.recipients[0].notice_text = std::string(20000, '[') + "10.1.2.3]";
  hostile.original.emplace();
  hostile.original->received = {"", "from", "from ", "from [", "by ", "from x (y [10.1.2.3"};
  const InternalNames names(site(), hostile);
  EXPECT_EQ(names.hide_in_text(std::string(20000, ':'), "*"), std::string(20000, ':'));
  EXPECT_EQ(names.hide_in_text("x [10.1.2.3", "*"), "x [*");
}

}  // namespace
}  // namespace plainbounce
