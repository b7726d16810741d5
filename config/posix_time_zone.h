#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// What a clock in a zone differs from UTC by, and what that time is called.
struct ZoneOffset {
  int64_t seconds = 0;  // east of UTC is positive
  std::string name = "UTC";
};

// The day and time of a year at which a zone changes its clocks.
struct ZoneRule {
  enum class Form { kWeekday, kDayWithoutLeap, kDayOfYear };
  Form form = Form::kWeekday;
  int month = 1, week = 1, weekday = 0;  // kWeekday: "M3.5.0", week 5 is the last
  int day = 0;          // kDayWithoutLeap: "J1" to "J365"; kDayOfYear: "0" to "365"
  int64_t time = 7200;  // seconds behind midnight of that day, by the clock so far

  // Seconds since 1970 of the change in that year, as if the clock showed UTC.
  [[nodiscard]] int64_t in_year(int year) const;
};

// The TZ string of POSIX with the extensions of RFC 8536 section 3.3.1
// ("CET-1CEST,M3.5.0,M10.5.0/3"), which a zone file ends with.
struct PosixTimeZone {
  ZoneOffset standard;
  std::optional<ZoneOffset> summer;
  ZoneRule summer_begins;
  ZoneRule summer_ends;

  static std::optional<PosixTimeZone> parse(std::string_view text);
  [[nodiscard]] const ZoneOffset& offset_at(int64_t seconds) const;
};

// Days since 1970-01-01 of a date in the Gregorian calendar, and the way back.
int64_t days_of_date(int64_t year, int month, int day);
struct Date {
  int year = 1970, month = 1, day = 1;
};
Date date_of_days(int64_t days);

}  // namespace plainbounce
