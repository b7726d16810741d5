#include "config/posix_time_zone.h"

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr int64_t kDay = 86400;

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in_month(int year, int month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Takes a TZ string apart from the front; `failed` once something was not as expected.
class ZoneTextReader {
 public:
  explicit ZoneTextReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] bool next_is(char c) const { return !rest_.empty() && rest_.front() == c; }
  bool take(char c) {
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // "CET" or "<+03>".
  std::string name() {
    const bool bracketed = take('<');
    std::string out;
    while (!rest_.empty() && (bracketed ? rest_.front() != '>' : is_alpha(rest_.front()))) {
      out += rest_.front();
      rest_.remove_prefix(1);
    }
    if ((bracketed && !take('>')) || out.empty()) failed_ = true;
    return out;
  }

  int number(int most) {
    int value = 0;
    size_t digits = 0;
    while (!rest_.empty() && is_digit(rest_.front()) && digits < 4) {
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
      ++digits;
    }
    if (digits == 0 || value > most) failed_ = true;
    return value;
  }

  // "[+-]hh[:mm[:ss]]" in seconds; up to 167 hours.
  int64_t time() {
    const bool negative = take('-');
    if (!negative) take('+');
    int64_t seconds = int64_t{number(167)} * 3600;
    if (take(':')) seconds += int64_t{number(59)} * 60;
    if (take(':')) seconds += number(59);
    return negative ? -seconds : seconds;
  }

  // ",M3.5.0/2", ",J60", ",59".
  ZoneRule rule() {
    ZoneRule rule;
    if (!take(',')) failed_ = true;
    if (take('M')) {
      rule.month = number(12);
      if (!take('.')) failed_ = true;
      rule.week = number(5);
      if (!take('.')) failed_ = true;
      rule.weekday = number(6);
      if (rule.month == 0 || rule.week == 0) failed_ = true;
    } else {
      rule.form = take('J') ? ZoneRule::Form::kDayWithoutLeap : ZoneRule::Form::kDayOfYear;
      rule.day = number(365);
    }
    if (take('/')) rule.time = time();
    return rule;
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace

int64_t days_of_date(int64_t year, int month, int day) {
  // Years that begin in March put the leap day at the end.
  const int64_t y = month <= 2 ? year - 1 : year;
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t year_of_era = y - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

Date date_of_days(int64_t days) {
  const int64_t shifted = days + 719468;
  const int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const int64_t day_of_era = shifted - era * 146097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  Date date;
  date.day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  date.month =
      static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  date.year = static_cast<int>(year_of_era + era * 400 + (date.month <= 2 ? 1 : 0));
  return date;
}

int64_t ZoneRule::in_year(int year) const {
  int64_t days = days_of_date(year, 1, 1);
  if (form == Form::kDayOfYear) {
    days += day;
  } else if (form == Form::kDayWithoutLeap) {
    days += day - 1 + (is_leap(year) && day >= 60 ? 1 : 0);
  } else {
    const int64_t first = days_of_date(year, month, 1);
    const auto weekday_of_first = static_cast<int>(((first + 4) % 7 + 7) % 7);
    int day_of_month = 1 + (weekday - weekday_of_first + 7) % 7 + (week - 1) * 7;
    if (day_of_month > days_in_month(year, month)) day_of_month -= 7;
    days = first + day_of_month - 1;
  }
  return days * kDay + time;
}

std::optional<PosixTimeZone> PosixTimeZone::parse(std::string_view text) {
  ZoneTextReader reader(text);
  PosixTimeZone zone;
  zone.standard.name = reader.name();
  zone.standard.seconds = -reader.time();  // the string counts west of UTC
  if (!reader.at_end() && !reader.failed()) {
    ZoneOffset summer;
    summer.name = reader.name();
    summer.seconds = zone.standard.seconds + 3600;
    if (!reader.at_end() && !reader.next_is(',')) summer.seconds = -reader.time();
    zone.summer = summer;
    zone.summer_begins = reader.rule();
    zone.summer_ends = reader.rule();
  }
  if (reader.failed() || !reader.at_end()) return std::nullopt;
  return zone;
}

const ZoneOffset& PosixTimeZone::offset_at(int64_t seconds) const {
  if (!summer) return standard;
  const int64_t local = seconds + standard.seconds;
  const int64_t day = (local >= 0 ? local : local - kDay + 1) / kDay;
  const int year = date_of_days(day).year;
  const int64_t begin = summer_begins.in_year(year) - standard.seconds;
  const int64_t end = summer_ends.in_year(year) - summer->seconds;
  // South of the equator summer spans the turn of the year.
  const bool is_summer =
      begin < end ? seconds >= begin && seconds < end : seconds >= begin || seconds < end;
  return is_summer ? *summer : standard;
}

}  // namespace plainbounce
