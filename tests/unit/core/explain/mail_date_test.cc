#include <gtest/gtest.h>

#include "core/explain/explainer.h"

namespace plainbounce {
namespace {

TEST(MailDate, ReadsDatesOfRfc5322) {
  struct Case {
    const char* label;
    const char* text;
    int64_t seconds;
  };
  const Case cases[] = {
      {"the epoch", "Thu, 1 Jan 1970 00:00:00 +0000", 0},
      {"with comment and double blank", "Sun,  8 Mar 2026 09:15:00 +0100 (CET)", 1772957700},
      {"without weekday", "4 Dec 2026 14:00:00 +0000", 1796392800},
      {"without seconds", "Fri, 4 Dec 2026 14:00 +0000", 1796392800},
      {"any case", "fri, 4 DEC 2026 14:00:00 gmt", 1796392800},
      {"west", "Fri, 4 Dec 2026 09:00:00 -0500", 1796392800},
      {"unknown zone of our own", "Fri, 4 Dec 2026 14:00:00 -0000", 1796392800},
      {"obsolete zone", "Fri, 4 Dec 2026 09:00:00 EST", 1796392800},
      {"summer time", "Fri, 4 Dec 2026 07:00:00 PDT", 1796392800},
      {"military letter", "Fri, 4 Dec 2026 14:00:00 Z", 1796392800},
      {"UTC", "Fri, 4 Dec 2026 14:00:00 UTC", 1796392800},
      {"two digits of a year", "Fri, 4 Dec 26 14:00:00 +0000", 1796392800},
      {"two digits of the last century", "31 Dec 99 23:59:59 +0000", 946684799},
      {"three digits of a year", "4 Dec 126 14:00:00 +0000", 1796392800},
      {"half an hour", "Fri, 4 Dec 2026 19:30:00 +0530", 1796392800},
      {"leap day", "29 Feb 2024 00:00:00 +0000", 1709164800},
      {"leap second", "31 Dec 2016 23:59:60 +0000", 1483228800},
      {"comments inside each other", "4 (a (b) c) Dec 2026 14:00:00 (x) +0000", 1796392800},
      {"blanks around colons", "4 Dec 2026 14 : 00 : 00 +0000", 1796392800},
      {"folded", "Fri, 4 Dec\r\n 2026 14:00:00 +0000", 1796392800}};
  for (const Case& c : cases) {
    const std::optional<int64_t> seconds = parse_mail_date(c.text);
    ASSERT_TRUE(seconds) << c.label;
    EXPECT_EQ(*seconds, c.seconds) << c.label;
  }
}

TEST(MailDate, GivesNothingWhereInDoubt) {
  struct Case {
    const char* label;
    std::string text;
  };
  const Case cases[] = {{"empty", ""},
                        {"prose", "in five days"},
                        {"no zone", "Fri, 4 Dec 2026 14:00:00"},
                        {"a zone that is in no standard", "Fri, 4 Dec 2026 14:00:00 CET"},
                        {"the letter that is no zone", "Fri, 4 Dec 2026 14:00:00 J"},
                        {"day 0", "0 Dec 2026 14:00:00 +0000"},
                        {"day 31 of June", "31 Jun 2026 14:00:00 +0000"},
                        {"29 February without a leap year", "29 Feb 2026 14:00:00 +0000"},
                        {"hour 24", "4 Dec 2026 24:00:00 +0000"},
                        {"minute 60", "4 Dec 2026 14:60:00 +0000"},
                        {"one digit of a year", "4 Dec 6 14:00:00 +0000"},
                        {"five digits of a year", "4 Dec 20260 14:00:00 +0000"},
                        {"zone too far", "4 Dec 2026 14:00:00 +9900"},
                        {"zone with a sign twice", "4 Dec 2026 14:00:00 +-100"},
                        {"ISO 8601", "2026-12-04T14:00:00Z"},
                        {"words behind", "4 Dec 2026 14:00:00 +0000 or later"},
                        {"a comment that never ends", "4 Dec 2026 14:00:00 (+0000"},
                        {"too long", "4 Dec 2026 14:00:00 +0000 (" + std::string(300, 'x') + ")"}};
  for (const Case& c : cases) EXPECT_FALSE(parse_mail_date(c.text)) << c.label;
}

}  // namespace
}  // namespace plainbounce
