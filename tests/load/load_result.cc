#include "tests/load/load_result.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace plainbounce::testing {
namespace {

std::string written(const char* format, const LoadResult& result) {
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), format, result.messages, in_seconds(result.time),
                result.per_second(), in_microseconds(result.latency(0.5)),
                in_microseconds(result.latency(0.99)), result.bytes_sent,
                result.ordinary_body_bytes, result.errors);
  return text.data();
}

}  // namespace

double in_seconds(LoadResult::Duration time) { return std::chrono::duration<double>(time).count(); }

double in_microseconds(LoadResult::Duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

double LoadResult::per_second() const {
  return time.count() == 0 ? 0 : static_cast<double>(messages) / in_seconds(time);
}

LoadResult::Duration LoadResult::latency(double share) const {
  if (latencies.empty()) return Duration(0);
  const auto at = static_cast<size_t>(share * static_cast<double>(latencies.size()));
  return latencies[std::min(at, latencies.size() - 1)];
}

std::string to_line(const LoadResult& result) {
  return written(
      "messages=%zu seconds=%.3f rate=%.0f/s median=%.0fus p99=%.0fus bytes_sent=%zu "
      "ordinary_body_bytes=%zu errors=%zu",
      result);
}

std::string to_json(const LoadResult& result) {
  return written(
      R"({"messages": %zu, "seconds": %.6f, "messages_per_second": %.1f, "median_us": %.1f, )"
      R"("p99_us": %.1f, "bytes_sent": %zu, "ordinary_body_bytes": %zu, "errors": %zu})",
      result);
}

}  // namespace plainbounce::testing
