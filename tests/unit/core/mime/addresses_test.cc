#include "core/mime/addresses.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(AddressesTest, FindsAddrSpecs) {
  const std::pair<std::string, std::vector<std::string>> cases[] = {
      {"a@b.test", {"a@b.test"}},
      {"<a@b.test>", {"a@b.test"}},
      {"Bob <a@b.test>", {"a@b.test"}},
      {"\"Miller, Bob\" <a@b.test>, c@d.test", {"a@b.test", "c@d.test"}},
      {"\"x@y.test\" <a@b.test>", {"a@b.test"}},
      {"x@y.test <a@b.test>", {"a@b.test"}},
      {"a@b.test (Bob, the <first@one.test>)", {"a@b.test"}},
      {"(comment (nested\\) @)) a@b.test", {"a@b.test"}},
      {"a (x) @ (y) b.test", {"a@b.test"}},
      {"\"a b\"@c.test", {"\"a b\"@c.test"}},
      {"\"a\\\"@x\"@c.test", {"\"a\\\"@x\"@c.test"}},
      {"friends: a@b.test, Bob <c@d.test>;, e@f.test", {"a@b.test", "c@d.test", "e@f.test"}},
      {"undisclosed-recipients:;", {}},
      {"<@relay.test,@other.test:a@b.test>", {"a@b.test"}},
      {"<>", {}},
      {"", {}},
      {"MAILER-DAEMON (Mail Delivery System)", {}},
      {"Bob <MAILER-DAEMON>", {}},
      {"@b.test, a@", {}},
      {"a@[192.0.2.1]", {"a@[192.0.2.1]"}},
      {"Bob <a@b.test", {"a@b.test"}},
      {"\"never closed <a@b.test>", {}},
      {"(never closed a@b.test", {}},
      {"a@b.test,,;c@d.test", {"a@b.test", "c@d.test"}},
      {"a@b.test trailing words", {"a@b.test"}},
      {"a@b.test: more: words", {"a@b.test:"}},
      {"a@b.test more, c@d.test more @ x, e@f.test", {"a@b.test", "c@d.test", "e@f.test"}},
      {"some words a@b.test", {"a@b.test"}},
      {"m\u00FCller@b\u00FCcher.test", {"m\u00FCller@b\u00FCcher.test"}},
      {"=?utf-8?Q?B=2C?= <a@b.test>", {"a@b.test"}},
      {"a@b.test\r\n ,\r\n c@d.test", {"a@b.test", "c@d.test"}},
      {"\"end\\", {}},
  };
  for (const auto& [value, expected] : cases) EXPECT_EQ(addresses_in(value), expected) << value;
}

TEST(AddressesTest, TakesAngleBracketsOff) {
  EXPECT_EQ(without_angle_brackets("<a@b.test>"), "a@b.test");
  EXPECT_EQ(without_angle_brackets("  < a@b.test > "), "a@b.test");
  EXPECT_EQ(without_angle_brackets("a@b.test"), "a@b.test");
  EXPECT_EQ(without_angle_brackets("<>"), "");
  EXPECT_EQ(without_angle_brackets("<"), "<");
  EXPECT_EQ(without_angle_brackets("<a"), "<a");
  EXPECT_EQ(without_angle_brackets(""), "");
}

TEST(AddressesTest, GivesTheDomain) {
  EXPECT_EQ(domain_of("Bob@Example.ORG"), "example.org");
  EXPECT_EQ(domain_of("\"a@b\"@c.test"), "c.test");
  EXPECT_EQ(domain_of("bob"), "");
  EXPECT_EQ(domain_of("bob@"), "");
  EXPECT_EQ(domain_of(""), "");
}

TEST(AddressesTest, TakesHostileTextOfAnyLength) {
  for (const char* piece : {"(", "\"", "<", ",", "a@b ", "a ", "@", ":", "\\"}) {
    std::string text;
    while (text.size() < 100000) text += piece;
    EXPECT_LE(addresses_in(text).size(), text.size()) << piece;
  }
  // One long address, with what ends others behind it.
  const std::string address = std::string(200000, 'a') + "@b.test";
  for (const char* piece : {" a", " :", ":", "()"}) {
    std::string text = address;
    for (int i = 0; i < 100000; ++i) text += piece;
    ASSERT_EQ(addresses_in(text).size(), 1U) << piece;
    EXPECT_EQ(addresses_in(text).front().substr(0, address.size()), address) << piece;
  }
}

}  // namespace
}  // namespace plainbounce
