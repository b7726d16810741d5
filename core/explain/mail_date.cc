#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ascii.h"
#include "core/explain/explainer.h"

namespace plainbounce {
namespace {

constexpr size_t kLongestDate = 200;

// Words and numbers; comments out, ":" and "," as words of their own.
std::vector<std::string_view> date_words(std::string_view text) {
  std::vector<std::string_view> words;
  size_t depth = 0;
  size_t begin = std::string_view::npos;
  const auto end_word = [&](size_t end) {
    if (begin != std::string_view::npos) words.push_back(text.substr(begin, end - begin));
    begin = std::string_view::npos;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(') ++depth;
    const bool separates = depth > 0 || is_space(c) || c == ':' || c == ',';
    if (separates) end_word(i);
    if (depth == 0 && (c == ':' || c == ',')) words.push_back(text.substr(i, 1));
    if (c == ')' && depth > 0) --depth;
    if (!separates && begin == std::string_view::npos) begin = i;
  }
  end_word(text.size());
  return words;
}

std::optional<int> number(std::string_view word, size_t least_digits, size_t most_digits) {
  if (word.size() < least_digits || word.size() > most_digits) return std::nullopt;
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !is_digit(word.front()))
    return std::nullopt;
  return value;
}

std::optional<int> month_number(std::string_view word) {
  constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                        "jul", "aug", "sep", "oct", "nov", "dec"};
  for (size_t i = 0; i < kMonths.size(); ++i) {
    if (equals_ignoring_case(word, kMonths[i])) return static_cast<int>(i) + 1;
  }
  return std::nullopt;
}

// Two and three digits as in RFC 5322 section 4.3.
std::optional<int> year_number(std::string_view word) {
  const std::optional<int> year = number(word, 2, 4);
  if (!year) return std::nullopt;
  if (word.size() == 2) return *year < 50 ? *year + 2000 : *year + 1900;
  if (word.size() == 3) return *year + 1900;
  return *year < 1900 ? std::nullopt : year;
}

// Seconds east of Greenwich. Names that are in no standard give nothing: a date that may be wrong
// by hours is worse than none.
std::optional<int> zone_seconds(std::string_view word) {
  struct Zone {
    std::string_view name;
    int hours;
  };
  constexpr std::array<Zone, 10> kZones = {{{"UT", 0},
                                            {"GMT", 0},
                                            {"EST", -5},
                                            {"EDT", -4},
                                            {"CST", -6},
                                            {"CDT", -5},
                                            {"MST", -7},
                                            {"MDT", -6},
                                            {"PST", -8},
                                            {"PDT", -7}}};
  if (word.size() == 5 && (word.front() == '+' || word.front() == '-')) {
    const std::optional<int> digits = number(word.substr(1), 4, 4);
    if (!digits || *digits % 100 > 59 || *digits / 100 > 15) return std::nullopt;
    const int seconds = *digits / 100 * 3600 + *digits % 100 * 60;
    return word.front() == '-' ? -seconds : seconds;
  }
  for (const Zone& zone : kZones) {
    if (equals_ignoring_case(word, zone.name)) return zone.hours * 3600;
  }
  if (equals_ignoring_case(word, "UTC")) return 0;
  // Military letters are taken as UTC, since many programs had their signs wrong.
  if (word.size() == 1 && is_alpha(word.front()) && to_lower(word.front()) != 'j') return 0;
  return std::nullopt;
}

bool is_leap_year(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_of_month(int month, int year) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap_year(year) ? 29 : kDays[static_cast<size_t>(month - 1)];
}

int64_t days_since_1970(int year, int month, int day) {
  const int64_t shifted_year = month <= 2 ? year - 1 : year;
  const int64_t month_from_march = month > 2 ? month - 3 : month + 9;
  const int64_t day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
  return shifted_year * 365 + shifted_year / 4 - shifted_year / 100 + shifted_year / 400 +
         day_of_year - 719468;
}

}  // namespace

std::optional<int64_t> parse_mail_date(std::string_view text) {
  if (text.size() > kLongestDate) return std::nullopt;
  std::vector<std::string_view> words = date_words(text);
  if (words.size() > 1 && words[1] == ",") words.erase(words.begin(), words.begin() + 2);
  // day month year hour : minute [: second] zone
  const bool with_seconds = words.size() == 9;
  if (words.size() != 7 && !with_seconds) return std::nullopt;
  if (words[4] != ":" || (with_seconds && words[6] != ":")) return std::nullopt;
  const std::optional<int> day = number(words[0], 1, 2);
  const std::optional<int> month = month_number(words[1]);
  const std::optional<int> year = year_number(words[2]);
  const std::optional<int> hour = number(words[3], 1, 2);
  const std::optional<int> minute = number(words[5], 2, 2);
  const std::optional<int> second = with_seconds ? number(words[7], 2, 2) : 0;
  const std::optional<int> zone = zone_seconds(words.back());
  if (!day || !month || !year || !hour || !minute || !second || !zone) return std::nullopt;
  if (*day < 1 || *day > days_of_month(*month, *year) || *hour > 23 || *minute > 59 || *second > 60)
    return std::nullopt;
  const int64_t minutes = int64_t{*hour} * 60 + *minute;
  return days_since_1970(*year, *month, *day) * 86400 + minutes * 60 + *second - *zone;
}

}  // namespace plainbounce
