#include "web/web_address.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(WebAddress, ReadsTargets) {
  const struct {
    const char* target;
    const char* path;  // null: no address of ours
  } cases[] = {
      {"/", "/"},
      {"/codes/4.3.1?x=1#y", "/codes/4.3.1"},
      {"/a%20b/%C3%BC", "/a b/\xc3\xbc"},
      {"/codes/", "/codes/"},
      {"", nullptr},
      {"codes", nullptr},
      {"http://x/", nullptr},
      {"*", nullptr},
      {"//x", nullptr},
      {"/a//b", nullptr},
      {"/../etc/passwd", nullptr},
      {"/a/..", nullptr},
      {"/./a", nullptr},
      {"/%2e%2e/etc/passwd", nullptr},
      {"/..%2fetc", nullptr},
      {"/a%00b", nullptr},
      {"/a%0d%0aSet-Cookie:x", nullptr},
      {"/a\\b", nullptr},
      {"/%5c", nullptr},
      {"/%", nullptr},
      {"/%4", nullptr},
      {"/%zz", nullptr},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.target);
    const auto address = parse_web_target(test.target);
    ASSERT_EQ(address.has_value(), test.path != nullptr);
    if (address) {
      EXPECT_EQ(address->path, test.path);
    }
  }
}

TEST(WebAddress, ReadsQueries) {
  const auto address = parse_web_target("/s?q=mailbox+full%21&empty=&flag&q=second&%71x=%zz");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->value("q"), "mailbox full!");
  EXPECT_EQ(address->value("empty"), "");
  EXPECT_EQ(address->value("flag"), "");
  EXPECT_EQ(address->value("qx"), "%zz");
  EXPECT_EQ(address->query.size(), 5U);
  EXPECT_LE(parse_urlencoded(std::string(10000, '&')).size(), 64U);
}

}  // namespace
}  // namespace plainbounce
