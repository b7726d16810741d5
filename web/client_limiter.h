#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <string>
#include <unordered_map>

namespace plainbounce {

struct ClientLimits {
  double per_minute = 30;
  double burst = 10;
  size_t clients = 10000;  // that are remembered; beyond it the one that asked longest ago goes
};

// A bucket of tokens for each client: a request takes one, and they come back by the minute.
class ClientLimiter {
 public:
  using Time = std::chrono::steady_clock::time_point;
  explicit ClientLimiter(const ClientLimits& limits) : limits_(limits) {}

  // Zero when the client may go on; else how long to wait, in whole seconds.
  std::chrono::seconds take(const std::string& client, Time now);
  [[nodiscard]] size_t clients() const { return buckets_.size(); }

 private:
  struct Bucket {
    double tokens = 0;
    Time since;
    std::list<std::string>::iterator place;
  };
  ClientLimits limits_;
  std::unordered_map<std::string, Bucket> buckets_;
  std::list<std::string> order_;  // the one that asked last at the end
};

}  // namespace plainbounce
