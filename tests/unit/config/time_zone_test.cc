#include "config/time_zone.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace plainbounce {
namespace {

std::string shown(const CivilTime& time) {
  char text[80];
  std::snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d %s weekday %d", time.year, time.month,
                time.day, time.hour, time.minute, time.zone.c_str(), time.weekday);
  return text;
}

TEST(TimeZone, KnownMoments) {
  const struct {
    const char* zone;
    int64_t seconds;
    const char* shown;
  } cases[] = {
      {"UTC", 0, "1970-01-01 00:00 UTC weekday 4"},
      {"UTC", -1, "1969-12-31 23:59 UTC weekday 3"},
      {"UTC", 951782400, "2000-02-29 00:00 UTC weekday 2"},
      {"Europe/Berlin", 1772323200, "2026-03-01 01:00 CET weekday 0"},
      // The clocks go from 02:00 to 03:00 on 29 March 2026, and back from 03:00 on 25 October.
      {"Europe/Berlin", 1774745999, "2026-03-29 01:59 CET weekday 0"},
      {"Europe/Berlin", 1774746000, "2026-03-29 03:00 CEST weekday 0"},
      {"Europe/Berlin", 1792889999, "2026-10-25 02:59 CEST weekday 0"},
      {"Europe/Berlin", 1792890000, "2026-10-25 02:00 CET weekday 0"},
      // Behind the last transition that files list, by the rule at the file's end.
      {"Europe/Berlin", 2540552400, "2050-07-04 15:00 CEST weekday 1"},
      {"Europe/Berlin", 2556450000, "2051-01-04 14:00 CET weekday 3"},
      {"America/New_York", 1772323200, "2026-02-28 19:00 EST weekday 6"},
      {"Australia/Sydney", 1767225600, "2026-01-01 11:00 AEDT weekday 4"},
      {"Australia/Sydney", 2540552400, "2050-07-04 23:00 AEST weekday 1"},
      {"Australia/Sydney", 2556450000, "2051-01-05 00:00 AEDT weekday 4"},
      {"Asia/Kathmandu", 1772323200, "2026-03-01 05:45 +0545 weekday 0"},
      {"Etc/GMT+5", 1772323200, "2026-02-28 19:00 -05 weekday 6"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(std::string(test.zone) + " " + std::to_string(test.seconds));
    const auto zone = TimeZone::load(test.zone);
    if (!zone) GTEST_SKIP() << "no zone database: " << zone.error().message;
    EXPECT_EQ(shown(zone->civil_time(test.seconds)), test.shown);
  }
}

TEST(TimeZone, TheMachinesOwn) { EXPECT_TRUE(TimeZone::load("")); }

TEST(TimeZone, MomentsFarAwayEndSomewhere) {
  const auto zone = TimeZone::load("UTC");
  if (!zone) GTEST_SKIP() << "no zone database: " << zone.error().message;
  EXPECT_GT(zone->civil_time(INT64_MAX).year, 30000);
  EXPECT_LT(zone->civil_time(INT64_MIN).year, -30000);
}

std::string number(size_t value, size_t width) {
  std::string out;
  for (size_t i = width; i > 0; --i) out += static_cast<char>(value >> (8 * (i - 1)) & 0xffU);
  return out;
}

// A zone file with one transition, for the times of `width` bytes.
std::string block(size_t width, size_t times, size_t type_of_transition) {
  std::string out =
      "TZif" + std::string(width == 8 ? "2" : std::string(1, '\0')) + std::string(15, '\0');
  out +=
      number(0, 4) + number(0, 4) + number(0, 4) + number(times, 4) + number(2, 4) + number(8, 4);
  for (size_t i = 0; i < times; ++i) out += number(1000 + i, width);
  for (size_t i = 0; i < times; ++i) out += number(type_of_transition, 1);
  out += number(3600, 4) + number(0, 1) + number(0, 1);
  out += number(7200, 4) + number(1, 1) + number(4, 1);
  return out + std::string("AAA\0BBB\0", 8);
}

TEST(TimeZone, OldFilesOfOneBlock) {
  const auto zone = TimeZone::parse(block(4, 1, 1));
  ASSERT_TRUE(zone);
  EXPECT_EQ(shown(zone->civil_time(999)), "1970-01-01 01:16 AAA weekday 4");
  EXPECT_EQ(shown(zone->civil_time(1000)), "1970-01-01 02:16 BBB weekday 4");
}

TEST(TimeZone, FilesWithoutTransitionsLiveByTheirRule) {
  const std::string first = "TZif2" + std::string(15, '\0') + std::string(16, '\0') + number(1, 4) +
                            number(1, 4) + std::string(7, '\0');
  const auto zone = TimeZone::parse(first + block(8, 0, 0) + "\nXXX-5\n");
  ASSERT_TRUE(zone);
  EXPECT_EQ(shown(zone->civil_time(0)), "1970-01-01 05:00 XXX weekday 4");
}

TEST(TimeZone, BrokenFilesAreRefused) {
  const std::string whole = block(4, 1, 1);
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(TimeZone::parse(whole.substr(0, size))) << size;
  }
  EXPECT_FALSE(TimeZone::parse(block(4, 1, 2)));
  std::string many = whole;
  many.replace(32, 4, number(0xffffffff, 4));
  EXPECT_FALSE(TimeZone::parse(many));
  EXPECT_EQ(TimeZone::parse("no zone").error().message, "is no zone file (TZif)");
}

TEST(PosixTimeZone, Parses) {
  for (const char* text :
       {"UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0545>-5:45", "EST5EDT,M3.2.0,M11.1.0",
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "IST-1GMT0,M10.5.0,M3.5.0/1", "A3B,J60/0,J300/24"}) {
    EXPECT_TRUE(PosixTimeZone::parse(text)) << text;
  }
  for (const char* text :
       {"", "UTC", "0", "<+05-5", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.0.0,M10.5.0", "CET-1 ", "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-200"}) {
    EXPECT_FALSE(PosixTimeZone::parse(text)) << text;
  }
}

TEST(PosixTimeZone, RulesByDay) {
  const auto zone = PosixTimeZone::parse("A0B,J60/0,300/0");
  ASSERT_TRUE(zone);
  // J60 is 1 March in every year; day 300 is 28 October, and 27 October in a leap year.
  EXPECT_EQ(zone->offset_at(days_of_date(2024, 2, 29) * 86400).name, "A");
  EXPECT_EQ(zone->offset_at(days_of_date(2024, 3, 1) * 86400).name, "B");
  EXPECT_EQ(zone->offset_at(days_of_date(2023, 3, 1) * 86400).name, "B");
  EXPECT_EQ(zone->offset_at(days_of_date(2024, 10, 26) * 86400 + 82000).name, "B");
  EXPECT_EQ(zone->offset_at(days_of_date(2024, 10, 27) * 86400).name, "A");
  EXPECT_EQ(zone->offset_at(days_of_date(2023, 10, 27) * 86400).name, "B");
  EXPECT_EQ(zone->offset_at(days_of_date(2023, 10, 28) * 86400).name, "A");
}

TEST(PosixTimeZone, DatesAndDays) {
  for (int64_t days = -800000; days < 800000; days += 97) {
    const Date date = date_of_days(days);
    ASSERT_EQ(days_of_date(date.year, date.month, date.day), days);
  }
}

}  // namespace
}  // namespace plainbounce
