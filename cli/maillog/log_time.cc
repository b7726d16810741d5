#include "cli/maillog/log_time.h"

#include <array>
#include <charconv>
#include <ctime>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr int64_t kMinute = 60;
constexpr int64_t kHour = 60 * kMinute;
constexpr int64_t kDay = 24 * kHour;

// Digits alone, within bounds.
std::optional<int> number(std::string_view digits, int least, int most) {
  int value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [last, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || last != end || digits.empty() || !is_digit(digits.front())) {
    return std::nullopt;
  }
  return value >= least && value <= most ? std::optional<int>(value) : std::nullopt;
}

std::optional<int> month_of(std::string_view name) {
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (size_t i = 0; i < kMonths.size(); ++i) {
    if (equals_ignoring_case(kMonths[i], name)) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::optional<int64_t> local_seconds(int year, int month, int day, int hour, int minute) {
  std::tm fields{};
  fields.tm_year = year - 1900;
  fields.tm_mon = month;
  fields.tm_mday = day;
  fields.tm_hour = hour;
  fields.tm_min = minute;
  fields.tm_isdst = -1;
  const std::time_t seconds = std::mktime(&fields);
  if (seconds == -1) return std::nullopt;
  return seconds;
}

std::tm local_fields(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm fields{};
  localtime_r(&time, &fields);
  return fields;
}

std::string formatted(int64_t seconds, const char* format) {
  const std::tm fields = local_fields(seconds);
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &fields)};
}

// "Z", "+01:00", "+0100"; nothing when there is none.
std::optional<int64_t> zone_offset(std::string_view zone) {
  if (zone == "Z") return 0;
  if (zone.size() < 5 || (zone[0] != '+' && zone[0] != '-')) return std::nullopt;
  const auto hours = number(zone.substr(1, 2), 0, 23);
  const auto minutes = number(zone.substr(zone[3] == ':' ? 4 : 3), 0, 59);
  if (!hours || !minutes) return std::nullopt;
  const int64_t offset = *hours * kHour + *minutes * kMinute;
  return zone[0] == '-' ? -offset : offset;
}

// Days since 1970 of the Gregorian calendar.
int64_t days_of(int year, int month, int day) {
  std::tm fields{};
  fields.tm_year = year - 1900;
  fields.tm_mon = month;
  fields.tm_mday = day;
  return timegm(&fields) / kDay;
}

// Behind "2026-11-30T21:00:00": a fraction of a second, then the zone.
std::string_view zone_in(std::string_view time) {
  constexpr size_t kSeconds = 19;
  std::string_view zone = time.substr(std::min(kSeconds, time.size()));
  if (!zone.empty() && (zone.front() == '.' || zone.front() == ',')) {
    zone.remove_prefix(1);
    while (!zone.empty() && is_digit(zone.front())) zone.remove_prefix(1);
  }
  return zone;
}

}  // namespace

std::optional<int64_t> LogClock::syslog_minute(std::string_view time) {
  const auto month = month_of(time.substr(0, 3));
  const auto day = number(trim(time.substr(4, 2)), 1, 31);
  const auto hour = number(time.substr(7, 2), 0, 23);
  const auto minute = number(time.substr(10, 2), 0, 59);
  if (!month || !day || !hour || !minute) return std::nullopt;
  const int year = local_fields(now_).tm_year + 1900;
  for (const int candidate : {year + 1, year}) {
    const auto seconds = local_seconds(candidate, *month, *day, *hour, *minute);
    if (seconds && *seconds <= now_ + kDay) return seconds;
  }
  return local_seconds(year - 1, *month, *day, *hour, *minute);
}

std::optional<int64_t> LogClock::iso_minute(std::string_view time) {
  const auto year = number(time.substr(0, 4), 1970, 9999);
  const auto month = number(time.substr(5, 2), 1, 12);
  const auto day = number(time.substr(8, 2), 1, 31);
  const auto hour = number(time.substr(11, 2), 0, 23);
  const auto minute = number(time.substr(14, 2), 0, 59);
  if (!year || !month || !day || !hour || !minute) return std::nullopt;
  const auto offset = zone_offset(zone_in(time));
  if (!offset) return local_seconds(*year, *month - 1, *day, *hour, *minute);
  return days_of(*year, *month - 1, *day) * kDay + *hour * kHour + *minute * kMinute - *offset;
}

std::optional<int64_t> LogClock::seconds_of(std::string_view time) {
  constexpr size_t kSyslogMinute = 12;  // "Nov 30 21:00"
  constexpr size_t kIsoMinute = 16;     // "2026-11-30T21:00"
  constexpr size_t kShortest = 15;
  if (time.size() < kShortest) return std::nullopt;
  const bool iso = is_digit(time.front());
  if (iso && time.size() < kIsoMinute + 3) return std::nullopt;
  const size_t size = iso ? kIsoMinute : kSyslogMinute;
  const std::string_view zone = iso ? zone_in(time) : std::string_view();
  const std::string_view kept = minute_text_;
  if (kept.size() != size + zone.size() || kept.substr(0, size) != time.substr(0, size) ||
      kept.substr(size) != zone) {
    minute_text_.assign(time.substr(0, size)).append(zone);
    minute_ = iso ? iso_minute(time) : syslog_minute(time);
  }
  const auto second = number(time.substr(size + 1, 2), 0, 60);
  if (!minute_ || !second) return std::nullopt;
  return *minute_ + *second;
}

std::optional<int64_t> parse_moment(std::string_view text, int64_t now) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  if (text == "today" || text == "yesterday") {
    const std::tm today = local_fields(now);
    const int day = today.tm_mday - (text == "yesterday" ? 1 : 0);
    return local_seconds(today.tm_year + 1900, today.tm_mon, day, 0, 0);
  }
  constexpr std::string_view kUnits = "mhdw";
  constexpr std::array<int64_t, 4> kSizes = {kMinute, kHour, kDay, 7 * kDay};
  if (const size_t unit = kUnits.find(text.back()); unit != std::string_view::npos) {
    const auto count = number(text.substr(0, text.size() - 1), 0, 100000);
    return count ? std::optional<int64_t>(now - *count * kSizes[unit]) : std::nullopt;
  }
  std::string whole(text);
  constexpr std::string_view kMidnight = "0000-00-00T00:00:00";
  constexpr size_t kOnlyDay = 10;
  constexpr size_t kWithMinute = 16;
  if (whole.size() == kOnlyDay || whole.size() == kWithMinute) {
    whole += kMidnight.substr(whole.size());
  }
  const bool is_iso = whole.size() >= kMidnight.size() && is_digit(whole[0]) && whole[4] == '-' &&
                      whole[7] == '-' && (whole[10] == 'T' || whole[10] == ' ') &&
                      whole[13] == ':' && whole[16] == ':';
  const std::string_view zone = is_iso ? zone_in(whole) : std::string_view();
  if (!is_iso || (!zone.empty() && !zone_offset(zone))) return std::nullopt;
  return LogClock(now).seconds_of(whole);
}

std::string show_time(int64_t seconds) { return formatted(seconds, "%Y-%m-%d %H:%M:%S"); }

std::string iso_time(int64_t seconds) {
  std::string text = formatted(seconds, "%Y-%m-%dT%H:%M:%S%z");
  if (text.size() > 2) text.insert(text.size() - 2, ":");
  return text;
}

}  // namespace plainbounce
