#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace plainbounce::testing {

// What came of some traffic.
struct LoadResult {
  using Duration = std::chrono::nanoseconds;

  size_t messages = 0;  // that were answered as they must be
  Duration time{0};
  // Of each message, from the first byte (from connecting, where it has a connection of its own) to
  // the last reply; sorted.
  std::vector<Duration> latencies;
  size_t bytes_sent = 0;
  size_t ordinary_body_bytes = 0;   // of ordinary mail's bodies; 0 when it is accepted at MAIL
  size_t errors = 0;                // messages and connections that went wrong
  std::vector<std::string> faults;  // the first of them

  [[nodiscard]] double per_second() const;
  // The latency that `share` (0 to 1) of the messages did not exceed.
  [[nodiscard]] Duration latency(double share) const;
};

// "messages=... seconds=... rate=... median=... p99=... ..." and an object with the same; the
// faults stand in neither.
std::string to_line(const LoadResult& result);
std::string to_json(const LoadResult& result);
double in_seconds(LoadResult::Duration time);
double in_microseconds(LoadResult::Duration time);

}  // namespace plainbounce::testing
