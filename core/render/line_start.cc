#include "core/render/line_start.h"

#include <algorithm>
#include <array>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

// Fields of RFC 3464 and those of a message that parsers look for, lower case.
constexpr std::array<std::string_view, 29> kFieldNames = {"action",
                                                          "arrival-date",
                                                          "bcc",
                                                          "cc",
                                                          "content-description",
                                                          "content-transfer-encoding",
                                                          "content-type",
                                                          "date",
                                                          "diagnostic-code",
                                                          "dsn-gateway",
                                                          "final-log-id",
                                                          "final-recipient",
                                                          "from",
                                                          "last-attempt-date",
                                                          "message-id",
                                                          "mime-version",
                                                          "original-envelope-id",
                                                          "original-recipient",
                                                          "received",
                                                          "received-from-mta",
                                                          "remote-mta",
                                                          "reply-to",
                                                          "reporting-mta",
                                                          "return-path",
                                                          "sender",
                                                          "status",
                                                          "subject",
                                                          "to",
                                                          "will-retry-until"};

// Opening words by which parsers recognise other mail programs, lower case.
constexpr std::array<std::string_view, 12> kBanners = {"--",
                                                       "from ",
                                                       ">>> ",
                                                       "<<< ",
                                                       "this message was created automatically by",
                                                       "this is the mail system at",
                                                       "hi. this is the",
                                                       "the original message was received at",
                                                       "the following message to",
                                                       "a message that you sent",
                                                       "delivery to the following recipient",
                                                       "delivery has failed to"};

bool begins_with_reply_code(std::string_view line) {
  const auto digit = [&](size_t i) { return i < line.size() && is_digit(line[i]); };
  if (line.empty() || line[0] < '2' || line[0] > '5') return false;
  if (digit(1) && digit(2)) return line.size() == 3 || line[3] == ' ' || line[3] == '-';
  return line.size() > 2 && line[1] == '.' && digit(2);
}

}  // namespace

bool looks_like_report_line(std::string_view line) {
  if (line.empty() || is_blank(line.front())) return false;
  if (line.starts_with('<') || begins_with_reply_code(line)) return true;
  const auto begins = [&](std::string_view banner) {
    return to_lower(line.front()) == banner.front() && starts_with_ignoring_case(line, banner);
  };
  if (std::any_of(kBanners.begin(), kBanners.end(), begins)) return true;
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = trim(line.substr(0, colon));
  return starts_with_ignoring_case(name, "x-") ||
         std::any_of(kFieldNames.begin(), kFieldNames.end(),
                     [&](std::string_view field) { return equals_ignoring_case(name, field); });
}

}  // namespace plainbounce
