#include "core/knowledge/host_suffixes.h"

#include "core/base/ascii.h"

namespace plainbounce {

bool has_host_suffix(std::string_view host, std::string_view suffix) {
  if (!ends_with_ignoring_case(host, suffix)) return false;
  if (host.size() == suffix.size() || (!suffix.empty() && suffix.front() == '.')) return true;
  return host[host.size() - suffix.size() - 1] == '.';
}

uint64_t HostSuffixes::extended(uint64_t hash, char c) {
  constexpr uint64_t kPrime = 1099511628211U;
  return (hash ^ static_cast<unsigned char>(to_lower(c))) * kPrime;
}

void HostSuffixes::add(std::string_view suffix, uint32_t value) {
  entries_.push_back({std::string(suffix), value, kNone});
}

void HostSuffixes::build() {
  if (entries_.empty()) return;
  slots_.assign(2 * entries_.size() + 1, kNone);
  for (auto at = static_cast<uint32_t>(entries_.size()); at-- > 0;) {
    uint64_t hash = kBegin;
    const std::string& suffix = entries_[at].suffix;
    for (size_t i = suffix.size(); i-- > 0;) hash = extended(hash, suffix[i]);
    uint32_t& slot = slots_[hash % slots_.size()];
    entries_[at].next = slot;
    slot = at;
  }
}

}  // namespace plainbounce
