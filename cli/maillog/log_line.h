#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace plainbounce {

// One line of a log, taken apart. Borrows the line's bytes.
struct LogLine {
  std::string_view time;           // as written; empty when `seconds` is known
  std::optional<int64_t> seconds;  // since 1970
  std::string_view host;
  std::string_view program;  // "postfix/smtp", "sm-mta", without the process id
  std::string_view message;
};

// Reads "Nov 30 21:00:00 mx postfix/smtp[12]: words" (RFC 3164, with a fraction of a second too)
// and the same with a time of ISO 8601; a priority in front ("<22>") and Solaris' "[ID 1
// mail.info]" are left out. Nothing for other text.
std::optional<LogLine> split_log_line(std::string_view line);

// Whether a program of that name is one of Postfix ("postfix/smtp", "postfix-out/submission/smtpd")
// or Sendmail ("sendmail", "sm-mta").
bool is_postfix(std::string_view program);
bool is_sendmail(std::string_view program);

}  // namespace plainbounce
