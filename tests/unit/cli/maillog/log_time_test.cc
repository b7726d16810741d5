#include "cli/maillog/log_time.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/maillog/followed_log.h"

namespace plainbounce {
namespace {

using testing::kNow;
using testing::use_utc;

std::string time_of(std::string_view text, int64_t now = kNow) {
  use_utc();
  const auto seconds = LogClock(now).seconds_of(text);
  return seconds ? show_time(*seconds) : "none";
}

std::string moment_of(std::string_view text) {
  use_utc();
  const auto seconds = parse_moment(text, kNow);
  return seconds ? show_time(*seconds) : "none";
}

TEST(LogTime, EachFormIsRead) {
  EXPECT_EQ(time_of("Nov 30 20:59:59"), "2026-11-30 20:59:59");
  EXPECT_EQ(time_of("Nov  3 20:59:59.999999"), "2026-11-03 20:59:59");
  EXPECT_EQ(time_of("2026-11-30T21:00:01.5+01:00"), "2026-11-30 20:00:01");
  EXPECT_EQ(time_of("2026-11-30T21:00:01-0530"), "2026-12-01 02:30:01");
  EXPECT_EQ(time_of("2026-11-30T21:00:01Z"), "2026-11-30 21:00:01");
  EXPECT_EQ(time_of("2026-11-30 21:00:01"), "2026-11-30 21:00:01");
  for (const char* wrong : {"", "Nov", "Nov 99 20:59:59", "Xyz 30 20:59:59", "Nov 30 25:00:00",
                            "2026-13-30T21:00:01Z", "2026-11-30T21:00", "Nov 30 20:59:xx"}) {
    EXPECT_EQ(time_of(wrong), "none") << wrong;
  }
}

TEST(LogTime, ATimeWithoutAYearIsTheLatestThatIsNotAhead) {
  EXPECT_EQ(time_of("Dec 31 23:59:59"), "2025-12-31 23:59:59");
  EXPECT_EQ(time_of("Dec  1 20:00:00"), "2026-12-01 20:00:00");  // a clock that is ahead
  const int64_t new_year = kNow + 32 * 86400;                    // 1 January 2027
  EXPECT_EQ(time_of("Dec 31 23:59:59", new_year), "2026-12-31 23:59:59");
  EXPECT_EQ(time_of("Jan  1 00:00:01", new_year), "2027-01-01 00:00:01");
  EXPECT_EQ(time_of("Jan  1 12:00:00", new_year - 86400 / 3), "2027-01-01 12:00:00");
}

TEST(LogTime, AClockRemembersNothingWrong) {
  use_utc();
  LogClock clock(kNow);
  EXPECT_EQ(show_time(*clock.seconds_of("2026-11-30T21:00:01+01:00")), "2026-11-30 20:00:01");
  EXPECT_EQ(show_time(*clock.seconds_of("2026-11-30T21:00:02+02:00")), "2026-11-30 19:00:02");
  EXPECT_EQ(show_time(*clock.seconds_of("Nov 30 21:00:03")), "2026-11-30 21:00:03");
  EXPECT_EQ(show_time(*clock.seconds_of("Nov 30 21:01:03")), "2026-11-30 21:01:03");
  EXPECT_FALSE(clock.seconds_of("Nov 30 21:x1:03"));
  EXPECT_EQ(show_time(*clock.seconds_of("Nov 30 21:01:04")), "2026-11-30 21:01:04");
}

TEST(LogTime, WhatOptionsTake) {
  EXPECT_EQ(moment_of("2026-11-29"), "2026-11-29 00:00:00");
  EXPECT_EQ(moment_of("2026-11-29 08:30"), "2026-11-29 08:30:00");
  EXPECT_EQ(moment_of("2026-11-29T08:30:15"), "2026-11-29 08:30:15");
  EXPECT_EQ(moment_of("2026-11-29T08:30:15+01:00"), "2026-11-29 07:30:15");
  EXPECT_EQ(moment_of("today"), "2026-11-30 00:00:00");
  EXPECT_EQ(moment_of("yesterday"), "2026-11-29 00:00:00");
  EXPECT_EQ(moment_of("90m"), "2026-11-30 19:30:00");
  EXPECT_EQ(moment_of("24h"), "2026-11-29 21:00:00");
  EXPECT_EQ(moment_of("7d"), "2026-11-23 21:00:00");
  EXPECT_EQ(moment_of("2w"), "2026-11-16 21:00:00");
  for (const char* wrong : {"", "d", "-7d", "tomorrow", "30.11.2026", "2026-11", "2026-11-29 8",
                            "2026-11-29T08:30:15 lunch", "7 d", "2026-99-29"}) {
    EXPECT_EQ(moment_of(wrong), "none") << wrong;
  }
}

TEST(LogTime, TimesOfJsonHaveAnOffset) {
  use_utc();
  EXPECT_EQ(iso_time(kNow), "2026-11-30T21:00:00+00:00");
}

}  // namespace
}  // namespace plainbounce
