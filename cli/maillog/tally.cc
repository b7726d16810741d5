#include "cli/maillog/tally.h"

#include <algorithm>

namespace plainbounce {

void DeliveryGroup::add(const Counted& counted) {
  if (count == 0) {
    example = counted.finding;
    example_id = counted.queue_id;
  }
  ++count;
  if (counted.gave_up) ++gave_up;
  if (counted.first && (!first || *counted.first < *first)) first = counted.first;
  if (counted.last && (!last || *counted.last > *last)) last = counted.last;
  if (!counted.queue_id.empty() && last_id != counted.queue_id) add_id(counted.queue_id);
  if (counted.domain.empty()) return;
  const auto domain = domains.find(counted.domain);
  if (domain != domains.end()) {
    ++domain->second;
  } else if (domains.size() < kMostDomains) {
    domains.emplace(counted.domain, 1);
  } else {
    ++in_more_domains;
  }
}

void DeliveryGroup::add_id(std::string_view id) {
  last_id = id;
  if (known_ids.find(id) != known_ids.end()) return;
  if (ids.size() < kMostIds) {
    ids.emplace_back(id);
    known_ids.emplace(id);
  } else {
    ++more_ids;
  }
}

std::vector<std::pair<std::string, size_t>> DeliveryGroup::domains_by_count() const {
  std::vector<std::pair<std::string, size_t>> sorted(domains.begin(), domains.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

void Tally::add(DeliveryState state, size_t verdict, const Counted& counted) {
  DeliveryGroup& group = groups_[{state, verdict}];
  group.state = state;
  group.verdict = verdict;
  group.add(counted);
}

size_t Tally::count(DeliveryState state) const {
  size_t sum = 0;
  for (const auto& [key, group] : groups_) sum += group.state == state ? group.count : 0;
  return sum;
}

size_t Tally::gave_up() const {
  size_t sum = 0;
  for (const auto& [key, group] : groups_) sum += group.gave_up;
  return sum;
}

std::vector<const DeliveryGroup*> Tally::groups(DeliveryState state) const {
  std::vector<const DeliveryGroup*> found;
  for (const auto& [key, group] : groups_) {
    if (group.state == state) found.push_back(&group);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto* a, const auto* b) { return a->count > b->count; });
  return found;
}

}  // namespace plainbounce
