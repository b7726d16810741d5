#include "cli/postfix/milter_list.h"

#include <gtest/gtest.h>

#include "core/base/concat.h"

namespace plainbounce {
namespace {

std::string read(std::string_view text) {
  const auto entries = parse_milter_list(text);
  if (!entries) return "error: " + entries.error().message;
  std::string out;
  for (const MilterEntry& entry : *entries) {
    out += "[" + entry.address;
    for (const auto& [name, value] : entry.options) out += concat({" ", name, "=", value});
    out += "]";
  }
  return out;
}

TEST(MilterList, EachEntryHasItsAddressAndItsOptions) {
  const struct {
    const char* label;
    const char* text;
    const char* entries;
  } cases[] = {
      {"none", " ", ""},
      {"addresses alone", "unix:a/b.sock, inet:localhost:8891",
       "[unix:a/b.sock][inet:localhost:8891]"},
      {"options", "{ unix:a, connect_timeout=5s default_action=accept }",
       "[unix:a connect_timeout=5s default_action=accept]"},
      {"options with blanks", "{ unix:a, { default_action = accept } }",
       "[unix:a default_action=accept]"},
      {"an address in braces", "{inet:[::1]:8891} unix:b", "[inet:[::1]:8891][unix:b]"},
      {"both, over several lines", "{ unix:a,\n  default_action=accept },\n  unix:b",
       "[unix:a default_action=accept][unix:b]"},
      {"the last of two", "{ unix:a, x=1, x=2 }", "[unix:a x=2]"},
      {"empty braces", "{ }", "error: there is no address in \"{ }\""},
      {"no value", "{ unix:a, accept }",
       "error: \"accept\" in \"{ unix:a, accept }\" is no name=value"},
      {"no name", "{ unix:a, =x }", "error: \"=x\" in \"{ unix:a, =x }\" is no name=value"},
      {"an open brace", "{ unix:a", "error: the brace at \"{ unix:a\" is not closed"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(read(one.text), one.entries);
  }
}

TEST(MilterList, AnEntryKnowsHowItWasWritten) {
  const auto entries = parse_milter_list("{ unix:a,  x=1 } unix:b");
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 2U);
  EXPECT_EQ((*entries)[0].text, "{ unix:a,  x=1 }");
  EXPECT_EQ((*entries)[0].option("x"), "1");
  EXPECT_EQ((*entries)[0].option("y"), "");
  EXPECT_EQ((*entries)[1].text, "unix:b");
}

}  // namespace
}  // namespace plainbounce
