#include "web/client_limiter.h"

#include <algorithm>
#include <cmath>

namespace plainbounce {

std::chrono::seconds ClientLimiter::take(const std::string& client, Time now) {
  auto found = buckets_.find(client);
  if (found == buckets_.end()) {
    if (buckets_.size() >= limits_.clients) {
      buckets_.erase(order_.front());
      order_.pop_front();
    }
    found = buckets_.emplace(client, Bucket{limits_.burst, now, {}}).first;
    found->second.place = order_.insert(order_.end(), client);
  }
  Bucket& bucket = found->second;
  order_.splice(order_.end(), order_, bucket.place);
  const std::chrono::duration<double, std::ratio<60>> minutes = now - bucket.since;
  const double come_back = std::max(0.0, minutes.count()) * limits_.per_minute;
  bucket.tokens = std::min(limits_.burst, bucket.tokens + come_back);
  bucket.since = now;
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return std::chrono::seconds(0);
  }
  const double wait = (1 - bucket.tokens) * 60 / limits_.per_minute;
  return std::chrono::seconds(std::max(1L, std::lround(std::ceil(wait))));
}

}  // namespace plainbounce
