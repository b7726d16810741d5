#include "core/knowledge/phrase_tree.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

size_t common_size(std::string_view a, std::string_view b) {
  size_t size = 0;
  while (size < a.size() && size < b.size() && a[size] == b[size]) ++size;
  return size;
}

}  // namespace

PhraseTree::PhraseTree(const std::vector<std::string>& phrases) {
  std::vector<uint32_t> sorted(phrases.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(),
            [&](uint32_t a, uint32_t b) { return phrases[a] < phrases[b]; });

  // The phrases from `low` to `high` have their first `size` bytes in common; `node` stands for
  // these.
  struct Group {
    size_t low = 0;
    size_t high = 0;
    size_t size = 0;
    uint32_t node = 0;
  };
  std::vector<Group> groups = {{0, sorted.size(), 0, 0}};
  std::vector<Child> children;
  nodes_.emplace_back();
  while (!groups.empty()) {
    auto [low, high, size, at] = groups.back();
    groups.pop_back();
    if (low < high && phrases[sorted[low]].size() == size) nodes_[at].phrase = sorted[low++];
    while (low < high) {
      const std::string& first = phrases[sorted[low]];
      size_t end = low + 1;
      while (end < high && phrases[sorted[end]][size] == first[size]) ++end;
      const size_t common = common_size(first, phrases[sorted[end - 1]]);
      const auto node = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back(
          {static_cast<uint32_t>(labels_.size()), kNone, static_cast<uint32_t>(common - size), 0});
      labels_.append(first, size, common - size);
      nodes_[at].next_bytes |= bit_of(first[size]);
      children.push_back({key_of(at, first[size]), node});
      groups.push_back({low, end, common, node});
      low = end;
    }
  }
  list_children(children);
}

void PhraseTree::list_children(const std::vector<Child>& children) {
  children_.resize(std::bit_ceil(4 * children.size() + 1));
  for (const Child& child : children) {
    size_t slot = slot_of(child.key);
    while (children_[slot].node != kNone) slot = (slot + 1) & (children_.size() - 1);
    children_[slot] = child;
  }
  for (size_t byte = 0; byte < root_.size(); ++byte) {
    const char c = static_cast<char>(byte);
    root_[byte] = child(0, c);
    byte_kinds_[byte] = static_cast<uint8_t>((is_alpha(c) || is_digit(c) ? kIsWord : 0) |
                                             (root_[byte] != kNone ? kBegins : 0));
  }
}

}  // namespace plainbounce
