#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cli/maillog/reply_finding.h"

namespace plainbounce {

// How it stands with the deliveries of a group.
enum class DeliveryState { kFailed, kWaiting, kRefused };

// What is counted of one recipient's delivery, or of one refusal.
struct Counted {
  const ReplyFinding& finding;
  std::string_view queue_id;  // empty: none
  std::string_view domain;    // the recipient's
  std::optional<int64_t> first;
  std::optional<int64_t> last;
  bool gave_up = false;  // after repeated attempts
};

// Looks a string up without making one.
struct StringHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Deliveries with the same state and verdict. Bounded, however many they are.
struct DeliveryGroup {
  static constexpr size_t kMostIds = 1000;
  static constexpr size_t kMostDomains = 200;

  DeliveryState state = DeliveryState::kFailed;
  size_t verdict = 0;
  size_t count = 0;
  size_t gave_up = 0;
  std::optional<int64_t> first;
  std::optional<int64_t> last;
  ReplyFinding example;
  std::string example_id;
  std::vector<std::string> ids;  // of messages, each once, in the order of the log
  std::unordered_set<std::string, StringHash, std::equal_to<>> known_ids;  // the same
  size_t more_ids = 0;  // that are left out; one that comes again behind others counts again
  std::map<std::string, size_t, std::less<>> domains;
  size_t in_more_domains = 0;  // deliveries to domains that are left out
  std::string last_id;         // of the last delivery that had one

  void add(const Counted& counted);
  void add_id(std::string_view id);
  // The domains with most deliveries first.
  [[nodiscard]] std::vector<std::pair<std::string, size_t>> domains_by_count() const;
};

// Counts deliveries in groups.
class Tally {
 public:
  void add(DeliveryState state, size_t verdict, const Counted& counted);

  // How many of a state, in all groups.
  [[nodiscard]] size_t count(DeliveryState state) const;
  [[nodiscard]] size_t gave_up() const;
  // Those of a state, the largest first.
  [[nodiscard]] std::vector<const DeliveryGroup*> groups(DeliveryState state) const;

 private:
  std::map<std::pair<DeliveryState, size_t>, DeliveryGroup> groups_;
};

}  // namespace plainbounce
