#include "cli/maillog/log_line.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr auto kNowhere = std::string_view::npos;

bool is_clock(const char* text) {  // "21:00:00"; what the digits say is looked at when it counts
  return is_digit(text[0]) && text[2] == ':' && is_digit(text[3]) && text[5] == ':' &&
         is_digit(text[6]);
}

// How many bytes at the start are a time; 0: none.
size_t time_size(std::string_view line) {
  constexpr size_t kDay = 10;      // "2026-11-30"
  constexpr size_t kSyslog = 15;   // "Nov 30 21:00:00"
  constexpr size_t kLongest = 40;  // "2026-11-30T21:00:00.123456+01:00"
  if (line.size() < kDay + 10) return 0;
  if (line[3] == ' ' && line[6] == ' ' && is_alpha(line[0]) && is_clock(&line[7])) {
    if (line[kSyslog] == ' ') return kSyslog;
    const size_t behind = line.substr(0, kLongest).find(' ', kSyslog);
    return line[kSyslog] == '.' && behind != kNowhere ? behind : 0;
  }
  if (!is_digit(line[0]) || line[4] != '-' || line[7] != '-') return 0;
  if ((line[kDay] != 'T' && line[kDay] != ' ') || !is_clock(&line[kDay + 1])) return 0;
  const size_t behind = line.substr(0, kLongest).find(' ', kDay + 1);
  return behind != kNowhere ? behind : 0;
}

// Up to the next blank, which is taken off as well. What stands in front of the words of a line
// differs in length from line to line: a search for a byte foresees no branch wrongly, loops do.
std::string_view take_word(std::string_view& line) {
  const size_t size = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, size);
  line.remove_prefix(std::min(size + 1, line.size()));
  return word;
}

std::string_view without_priority(std::string_view line) {
  constexpr size_t kLongest = 5;  // "<191>"
  if (line.empty() || line.front() != '<') return line;
  const size_t close = line.substr(0, kLongest).find('>');
  return close == kNowhere ? line : line.substr(close + 1);
}

std::string_view without_message_id(std::string_view message) {
  if (!message.starts_with("[ID ")) return message;
  const size_t close = message.find("] ");
  return close == kNowhere ? message : message.substr(close + 2);
}

}  // namespace

std::optional<LogLine> split_log_line(std::string_view line) {
  line = without_priority(line);
  const size_t size = time_size(line);
  if (size == 0) return std::nullopt;
  LogLine split;
  split.time = line.substr(0, size);
  line.remove_prefix(size + 1);
  split.host = take_word(line);
  const std::string_view behind_host = line;
  std::string_view tag = take_word(line);  // "postfix/smtp[12]:"
  if (split.host.empty() || tag.empty()) return std::nullopt;
  if (!tag.ends_with(':')) {  // "last message repeated 2 times" has no program
    split.message = behind_host;
    return split;
  }
  tag.remove_suffix(1);
  split.program = tag.ends_with(']') ? tag.substr(0, tag.find('[')) : tag;
  split.message = without_message_id(line);
  return split;
}

bool is_postfix(std::string_view program) {
  return program.starts_with("postfix") && program.find('/') != kNowhere;
}

bool is_sendmail(std::string_view program) {
  return program.starts_with("sendmail") || program.starts_with("sm-");
}

}  // namespace plainbounce
