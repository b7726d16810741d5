#include "config/value_parsers.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/nearest_word.h"
#include "core/knowledge/cause_ids.h"
#include "core/reply/code_pattern.h"

namespace plainbounce {
namespace {

tl::unexpected<Error> refuse(std::string_view text, std::string_view allowed) {
  return fail("\"" + std::string(text) + "\" is not allowed; allowed is " + std::string(allowed));
}

struct Number {
  size_t value = 0;
  std::string unit;  // lower case, what stands behind the digits
};

// Digits and a unit; nothing when there are no digits or the number does not fit.
std::optional<Number> parse_number(std::string_view text) {
  Number number;
  size_t i = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) {
    const auto digit = static_cast<size_t>(text[i] - '0');
    if (number.value > (std::numeric_limits<size_t>::max() - digit) / 10) return std::nullopt;
    number.value = number.value * 10 + digit;
  }
  if (i == 0) return std::nullopt;
  number.unit = to_lower(trim(text.substr(i)));
  return number;
}

std::optional<size_t> multiplied(size_t value, size_t factor) {
  if (value > std::numeric_limits<size_t>::max() / factor) return std::nullopt;
  return value * factor;
}

// "k", "kb", "kib" for 'k'; likewise the others.
bool is_unit(std::string_view unit, char letter) {
  return !unit.empty() && unit.front() == letter &&
         (unit.size() == 1 || unit.substr(1) == "b" || unit.substr(1) == "ib");
}

bool all_of(std::string_view text, bool (*holds)(char)) {
  return std::all_of(text.begin(), text.end(), holds);
}

bool is_visible(char c) { return is_printable(c) && c != ' '; }

bool is_label_character(char c) {
  return is_alpha(c) || is_digit(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) > 127;
}

}  // namespace

Result<bool> parse_boolean(std::string_view text) {
  const std::string word = to_lower(text);
  if (word == "yes" || word == "true" || word == "on") return true;
  if (word == "no" || word == "false" || word == "off") return false;
  return refuse(text, "yes or no");
}

Result<size_t> parse_size(std::string_view text) {
  constexpr std::string_view kAllowed = "a size in bytes such as 10240000, 160K, 64M or 2G";
  const auto number = parse_number(text);
  if (!number) return refuse(text, kAllowed);
  size_t factor = 0;
  if (number->unit.empty() || number->unit == "b") factor = 1;
  if (is_unit(number->unit, 'k')) factor = size_t{1} << 10U;
  if (is_unit(number->unit, 'm')) factor = size_t{1} << 20U;
  if (is_unit(number->unit, 'g')) factor = size_t{1} << 30U;
  const auto bytes = factor == 0 ? std::nullopt : multiplied(number->value, factor);
  if (!bytes) return refuse(text, kAllowed);
  return *bytes;
}

Result<std::chrono::seconds> parse_duration(std::string_view text) {
  constexpr std::string_view kAllowed = "a time such as 5s, 10m, 2h or 1d";
  constexpr size_t kLongest = size_t{10} * 366 * 86400;
  const auto number = parse_number(text);
  if (!number) return refuse(text, kAllowed);
  size_t factor = 0;
  if (number->unit.empty() || number->unit == "s") factor = 1;
  if (number->unit == "m") factor = 60;
  if (number->unit == "h") factor = 3600;
  if (number->unit == "d") factor = 86400;
  const auto seconds = factor == 0 ? std::nullopt : multiplied(number->value, factor);
  if (!seconds || *seconds > kLongest) return refuse(text, kAllowed);
  return std::chrono::seconds(static_cast<std::chrono::seconds::rep>(*seconds));
}

Result<unsigned> parse_file_mode(std::string_view text) {
  const bool octal = all_of(text, [](char c) { return c >= '0' && c <= '7'; });
  unsigned mode = 0;
  for (const char c : text.substr(0, 4)) mode = mode * 8 + static_cast<unsigned>(c - '0');
  if (text.empty() || text.size() > 4 || !octal || mode > 0777) {
    return refuse(text, "a file mode in octal digits such as 0660");
  }
  return mode;
}

Result<std::string> parse_domain_name(std::string_view text) {
  constexpr size_t kLongest = 255;
  bool good = !text.empty() && text.size() <= kLongest;
  char before = '.';
  for (const char c : text) {
    if (c == '.' ? before == '.' : !is_label_character(c)) good = false;
    before = c;
  }
  if (!good || before == '.') return refuse(text, "a domain name such as example.org");
  return to_lower(text);
}

Result<std::string> parse_network(std::string_view text) {
  const size_t slash = text.find('/');
  const std::string address(text.substr(0, slash));
  in6_addr bytes{};
  size_t bits = 0;
  if (inet_pton(AF_INET, address.c_str(), &bytes) == 1) bits = 32;
  if (inet_pton(AF_INET6, address.c_str(), &bytes) == 1) bits = 128;
  bool good = bits != 0;
  if (good && slash != std::string_view::npos) {
    const auto length = parse_number(text.substr(slash + 1));
    good = length && length->unit.empty() && length->value <= bits;
  }
  if (!good) return refuse(text, "a network such as 10.0.0.0/8 or fc00::/7");
  return std::string(text);
}

Result<std::string> parse_address_pattern(std::string_view text) {
  const bool good =
      !text.empty() && std::none_of(text.begin(), text.end(), [](char c) { return is_space(c); });
  if (!good) return refuse(text, "an address with * for any characters, such as owner-*@*");
  return std::string(text);
}

Result<std::string> parse_language(std::string_view text) {
  bool good = !text.empty();
  size_t length = 0;
  bool first = true;
  for (size_t i = 0; i <= text.size() && good; ++i) {
    if (i < text.size() && text[i] != '-') {
      ++length;
      good = is_alpha(text[i]) || (!first && is_digit(text[i]));
      continue;
    }
    good = length >= 2 && length <= (first ? 3 : 8);
    first = false;
    length = 0;
  }
  if (!good) return refuse(text, "a language such as en");
  return std::string(text);
}

Result<std::string> parse_web_address(std::string_view text) {
  const std::string_view whole = text;
  std::string_view host;
  if (starts_with_ignoring_case(text, "http://")) host = text.substr(7);
  if (starts_with_ignoring_case(text, "https://")) host = text.substr(8);
  bool good = !host.empty() && host.front() != '/' && all_of(text, is_visible);
  good = good && text.find_first_of("<>\"\\^`{|}") == std::string_view::npos;
  if (!good) return refuse(whole, "a web address such as https://help.example.org/mail");
  while (text.back() == '/') text.remove_suffix(1);
  return std::string(text);
}

Result<std::string> parse_web_path(std::string_view text) {
  const std::string_view whole = text;
  const bool good = text.size() > 1 && text.front() == '/' && text[1] != '/' &&
                    text.find("//") == std::string_view::npos &&
                    text.find("/.") == std::string_view::npos && all_of(text, [](char c) {
                      return is_alpha(c) || is_digit(c) ||
                             std::string_view("-._~/").find(c) != std::string_view::npos;
                    });
  if (!good) return refuse(whole, "a path such as /bounces");
  while (text.back() == '/') text.remove_suffix(1);
  return std::string(text);
}

Result<std::string> parse_mail_address(std::string_view text) {
  const size_t at = text.rfind('@');
  const bool good = at != std::string_view::npos && at > 0 &&
                    text.find_first_of(" \t<>(),;:\\\"") == std::string_view::npos &&
                    parse_domain_name(text.substr(at + 1)).has_value();
  if (!good) return refuse(text, "a mail address such as help@example.org");
  return std::string(text);
}

Result<std::string> parse_time_zone_name(std::string_view text) {
  bool good = !text.empty() && text.front() != '/' && text.find("..") == std::string_view::npos;
  for (const char c : text) {
    good = good && (is_alpha(c) || is_digit(c) || c == '/' || c == '_' || c == '-' || c == '+');
  }
  if (!good) return refuse(text, "a name of the zone database such as Europe/Berlin");
  return std::string(text);
}

Result<std::string> parse_absolute_path(std::string_view text) {
  if (text.empty() || text.front() != '/') return refuse(text, "a path that begins with \"/\"");
  return std::string(text);
}

Result<std::string> parse_account_name(std::string_view text) {
  const bool good =
      !text.empty() && text.size() <= 32 && text.front() != '-' && all_of(text, [](char c) {
        return is_alpha(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
      });
  if (!good) return refuse(text, "the name of an account such as plainbounce");
  return std::string(text);
}

Result<std::string> parse_cause(std::string_view text) {
  const auto* const found = std::find(kCauseIds.begin(), kCauseIds.end(), text);
  if (found != kCauseIds.end()) return std::string(text);
  const std::string_view nearest = nearest_word(text, {kCauseIds.begin(), kCauseIds.end()});
  if (nearest.empty()) return refuse(text, "the id of a cause such as mailbox-full");
  return fail("\"" + std::string(text) + "\" is no cause; did you mean \"" + std::string(nearest) +
              "\"?");
}

Result<std::string> parse_code_pattern(std::string_view text) {
  if (!is_code_pattern(text)) {
    return refuse(text, "a code of a failure such as 550, 5.7.1 or X.7.X");
  }
  std::string pattern(text);
  std::replace(pattern.begin(), pattern.end(), 'x', 'X');
  return pattern;
}

Result<std::string> parse_word(std::string_view text) {
  if (text.empty() || !all_of(text, is_visible)) return refuse(text, "a word without blanks");
  return std::string(text);
}

std::string size_text(size_t bytes) {
  constexpr std::string_view kUnits = "KMG";
  size_t value = bytes;
  size_t unit = 0;
  while (unit < kUnits.size() && value != 0 && value % 1024 == 0) {
    value /= 1024;
    ++unit;
  }
  return std::to_string(value) + (unit == 0 ? "" : std::string(1, kUnits[unit - 1]));
}

std::string duration_text(std::chrono::seconds duration) {
  const auto seconds = duration.count();
  if (seconds != 0 && seconds % 86400 == 0) return std::to_string(seconds / 86400) + "d";
  if (seconds != 0 && seconds % 3600 == 0) return std::to_string(seconds / 3600) + "h";
  if (seconds != 0 && seconds % 60 == 0) return std::to_string(seconds / 60) + "m";
  return std::to_string(seconds) + "s";
}

}  // namespace plainbounce
