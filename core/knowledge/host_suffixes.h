#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// Whether a host's name is the suffix or ends in it behind a dot, in any case; a suffix that begins
// with a dot is met behind anything.
bool has_host_suffix(std::string_view host, std::string_view suffix);

// Which of many suffixes a host's name has, by one look at each of its labels however many there
// are.
class HostSuffixes {
 public:
  // Call for each before build().
  void add(std::string_view suffix, uint32_t value);
  void build();

  // Calls found(value, size of the suffix) for each suffix that the name has, the shortest first,
  // those of one length in the order in which they were added.
  template <class Found>
  void each(std::string_view host, const Found& found) const {
    if (slots_.empty()) return;
    uint64_t hash = kBegin;
    for (size_t i = host.size(); i-- > 0;) {
      hash = extended(hash, host[i]);
      const bool is_whole_label = i == 0 || host[i - 1] == '.' || host[i] == '.';
      if (!is_whole_label) continue;
      for (uint32_t at = slots_[hash % slots_.size()]; at != kNone; at = entries_[at].next) {
        const Entry& entry = entries_[at];
        if (entry.suffix.size() == host.size() - i && has_host_suffix(host, entry.suffix)) {
          found(entry.value, entry.suffix.size());
        }
      }
    }
  }

 private:
  static constexpr uint32_t kNone = static_cast<uint32_t>(-1);
  static constexpr uint64_t kBegin = 14695981039346656037U;  // FNV-1a, over the bytes backwards
  struct Entry {
    std::string suffix;
    uint32_t value = 0;
    uint32_t next = kNone;  // of the same slot
  };
  static uint64_t extended(uint64_t hash, char c);

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // the first entry of each
};

}  // namespace plainbounce
