#include "web/route.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(Route, LeadsToTheLastingAddress) {
  const auto knowledge = *load_knowledge("");
  const SiteMap map(*knowledge);
  using Kind = Route::Kind;
  const struct {
    const char* asked;
    Kind kind;
    const char* path;
  } cases[] = {
      {"/", Kind::kPage, "/"},
      {"/codes", Kind::kPage, "/codes"},
      {"/codes/", Kind::kRedirect, "/codes"},
      {"/codes/4.3.1", Kind::kPage, "/codes/4.3.1"},
      {"/codes/452", Kind::kPage, "/codes/452"},
      {"/codes/x.3.1", Kind::kRedirect, "/codes/X.3.1"},
      {"/codes/4.3.X", Kind::kPage, "/codes/4.3.X"},
      {"/codes/4.X.X", Kind::kPage, "/codes/4.X.X"},
      {"/codes/4.3.99", Kind::kNotFound, "/codes/4.3.99"},
      {"/codes/4.3.1/x", Kind::kNotFound, "/codes/4.3.1/x"},
      {"/codes/<b>", Kind::kNotFound, "/codes/<b>"},
      {"/providers/gmail", Kind::kPage, "/providers/gmail"},
      {"/providers/Gmail/", Kind::kRedirect, "/providers/gmail"},
      {"/providers/gmail/5.1.1", Kind::kPage, "/providers/gmail/5.1.1"},
      {"/providers/gmail/no-such-user", Kind::kRedirect, "/providers/gmail/5.1.1"},
      {"/providers/microsoft/5.7.620", Kind::kRedirect, "/providers/microsoft/5.7.606-649"},
      {"/providers/gmail/9.9.9", Kind::kNotFound, "/providers/gmail/9.9.9"},
      {"/providers/nobody", Kind::kNotFound, "/providers/nobody"},
      {"/causes/mailbox-full", Kind::kPage, "/causes/mailbox-full"},
      {"/causes/Mailbox-Full", Kind::kRedirect, "/causes/mailbox-full"},
      {"/causes/full", Kind::kNotFound, "/causes/full"},
      {"/etc/passwd", Kind::kNotFound, "/etc/passwd"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.asked);
    const Route route = find_route(test.asked, map);
    EXPECT_EQ(route.kind, test.kind);
    // Of a page that several rules share, the rule's place.
    EXPECT_EQ(route.path.substr(0, route.path.find('#')), test.path);
  }
}

TEST(Route, EveryAddressOfTheMapIsAPage) {
  const auto knowledge = *load_knowledge("");
  const SiteMap map(*knowledge);
  for (const std::string& path : map.paths()) {
    const Route route = find_route(path, map);
    EXPECT_EQ(route.kind, Route::Kind::kPage) << path;
    EXPECT_EQ(route.path, path);
  }
}

}  // namespace
}  // namespace plainbounce
