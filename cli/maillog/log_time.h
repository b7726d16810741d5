#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// Turns the times of a log into seconds since 1970. What has no zone is the machine's own. RFC 3164
// has no year: the latest that makes the time not lie more than a day ahead of `now`.
class LogClock {
 public:
  explicit LogClock(int64_t now) : now_(now) {}

  // Of a time as split_log_line finds it; nothing when a number in it is none of a clock or month.
  std::optional<int64_t> seconds_of(std::string_view time);

 private:
  std::optional<int64_t> syslog_minute(std::string_view time);
  std::optional<int64_t> iso_minute(std::string_view time);

  int64_t now_;
  // The last minute that was asked for: most lines of a log lie in the one before them.
  std::string minute_text_;
  std::optional<int64_t> minute_;
};

// What --since and --until take: "2026-11-30", "2026-11-30 08:00", "2026-11-30T08:00:00", "today",
// "yesterday", and "90m", "24h", "7d", "2w" before `now`. Nothing for other text.
std::optional<int64_t> parse_moment(std::string_view text, int64_t now);
// "2026-11-30 21:00:00", the machine's time; of JSON with "T" between and the zone's offset behind.
std::string show_time(int64_t seconds);
std::string iso_time(int64_t seconds);

}  // namespace plainbounce
