#include <gtest/gtest.h>

#include <string>

#include "core/dsn/bounce_verdict.h"

namespace plainbounce {
namespace {

TEST(Glob, Matches) {
  struct Case {
    const char* text;
    const char* glob;
    bool matches;
  };
  const Case cases[] = {
      {"dev-bounces@lists.test", "*-bounces@*", true},
      {"dev-bounces+anna=x.test@lists.test", "*-bounces+*@*", true},
      {"Owner-Dev@lists.test", "owner-*@*", true},
      {"SRS0=ab=cd=x.test=anna@relay.test", "srs0=*@*", true},
      {"anna+bounce7@x.test", "*+bounce*@*", true},
      {"anna@x.test", "*-bounces@*", false},
      {"bounces@x.test", "*-bounces@*", false},
      {"anna@x.test", "anna@x.test", true},
      {"anna@x.test", "ann@x.test", false},
      {"anna@x.test", "*", true},
      {"", "*", true},
      {"", "", true},
      {"a", "", false},
      {"ab", "ab*ab", false},
      {"abab", "ab*ab", true},
      {"abcab", "ab**ab", true},
      {"aXbXc", "a*b*c", true},
      {"aXcXb", "a*b*c", false},
      {"a?c", "a?c", true},
      {"abc", "a?c", false},
      {"aab", "*aab", true},
      {"aaab", "*aab*", true},
      {"abcabd", "*abd*", true},
      {"ababac", "*abac*", true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(matches_glob(c.text, c.glob), c.matches) << c.text << " against " << c.glob;
  }
}

// Work that grows with the product of both lengths would not end here.
TEST(Glob, HostileLengths) {
  const std::string text(1000000, 'a');
  EXPECT_FALSE(matches_glob(text, "*" + std::string(500000, 'a') + "b*"));
  std::string stars;
  for (int i = 0; i < 100000; ++i) stars += "*a";
  EXPECT_TRUE(matches_glob(text, stars));
  EXPECT_FALSE(matches_glob(text, stars + "*b"));
}

}  // namespace
}  // namespace plainbounce
