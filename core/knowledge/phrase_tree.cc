#include "core/knowledge/phrase_tree.h"

#include <bit>
#include <numeric>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr size_t kBytes = 256;
// How many places are tried for the children of one node.
constexpr size_t kTries = 64;

// Of letters in two bytes: Latin, Greek, Cyrillic.
bool leads_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0xc3 && byte <= 0xd3;
}

bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

size_t common_size(std::string_view a, std::string_view b) {
  size_t size = 0;
  while (size < a.size() && size < b.size() && a[size] == b[size]) ++size;
  return size;
}

}  // namespace

class PhraseTree::Builder {
 public:
  Builder(PhraseTree& tree, const std::vector<std::string>& phrases)
      : tree_(tree), phrases_(phrases), sorted_(phrases.size()) {
    std::iota(sorted_.begin(), sorted_.end(), 0U);
    std::sort(sorted_.begin(), sorted_.end(),
              [&](uint32_t a, uint32_t b) { return phrases[a] < phrases[b]; });
  }

  void build() {
    tree_.nodes_.resize(end_ + kBytes);
    taken_.resize(end_ + kBytes);
    groups_.push_back({0, sorted_.size(), 0, kRoot, 0});
    while (!groups_.empty()) {
      const Group group = groups_.back();
      groups_.pop_back();
      add_children(group);
    }
    list_prefixes();
  }

 private:
  // The phrases from `low` to `high` have their first `size` bytes in common; `node` stands for
  // these, `above` of them end before it.
  struct Group {
    size_t low = 0;
    size_t high = 0;
    size_t size = 0;
    uint32_t node = 0;
    size_t above = 0;
  };

  [[nodiscard]] const std::string& phrase(size_t at) const { return phrases_[sorted_[at]]; }
  [[nodiscard]] unsigned char byte(size_t at, size_t place) const {
    return static_cast<unsigned char>(phrase(at)[place]);
  }

  void add_children(Group group) {
    if (group.size == kPrefix) {
      uint32_t bytes = 0;
      std::memcpy(&bytes, phrase(group.low).data(), kPrefix);
      found_prefixes_.push_back({bytes, group.above > 0 ? kRoot : group.node});
    }
    if (group.low < group.high && phrase(group.low).size() == group.size) {
      if (group.size < kPrefix) mark_short(phrase(group.low));
      tree_.nodes_[group.node].phrase = sorted_[group.low++];
      tree_.most_at_one_begin_ = std::max(tree_.most_at_one_begin_, ++group.above + 1);
    }
    std::vector<Group> children;
    for (size_t low = group.low; low < group.high;) {
      size_t high = low + 1;
      while (high < group.high && byte(high, group.size) == byte(low, group.size)) ++high;
      const size_t most = group.size < kPrefix ? kPrefix - group.size : sizeof(Word);
      const size_t common = common_size(phrase(low), phrase(high - 1));
      children.push_back({low, high, std::min(common, group.size + most), 0, group.above});
      low = high;
    }
    if (children.empty()) return;
    tree_.nodes_[group.node].children = place_for(children, group.size);
    for (Group& child : children) {
      child.node = tree_.nodes_[group.node].children + byte(child.low, group.size);
      taken_[child.node] = true;
      Node& node = tree_.nodes_[child.node];
      node.parent = group.node;
      node.label_size = static_cast<uint32_t>(child.size - group.size);
      std::memcpy(&node.label, phrase(child.low).data() + group.size, node.label_size);
      std::array<unsigned char, sizeof(Word)> mask{};
      std::fill_n(mask.begin(), node.label_size, static_cast<unsigned char>(-1));
      std::memcpy(&node.mask, mask.data(), sizeof node.mask);
      groups_.push_back(child);
    }
  }

  // Where the children's first bytes may be added so that all of them get a free place.
  uint32_t place_for(const std::vector<Group>& children, size_t size) {
    while (taken_[first_free_]) ++first_free_;
    const unsigned char first = byte(children.front().low, size);
    size_t base = first_free_ - first;
    size_t tries = 0;
    const auto is_taken = [&](const Group& child) { return taken_[base + byte(child.low, size)]; };
    while (base < end_ && std::any_of(children.begin(), children.end(), is_taken)) {
      // Behind all that are taken it always fits.
      base = ++tries < kTries ? base + 1 : end_;
    }
    end_ = std::max(end_, base + kBytes);
    taken_.resize(end_ + kBytes);
    tree_.nodes_.resize(end_ + kBytes);
    return static_cast<uint32_t>(base);
  }

  void mark_short(const std::string& phrase) {
    std::array<char, kPrefix> bytes{};
    std::copy(phrase.begin(), phrase.end(), bytes.begin());
    for (size_t second = 0; second < kBytes; ++second) {
      if (phrase.size() == 1) bytes[1] = static_cast<char>(second);
      uint32_t prefix = 0;
      std::memcpy(&prefix, bytes.data(), kPrefix);
      tree_.short_[pair_of(prefix)] = 1;
    }
  }

  void list_prefixes() {
    tree_.prefixes_.resize(std::bit_ceil(3 * found_prefixes_.size() + 1));
    for (const Prefix& prefix : found_prefixes_) {
      size_t slot = tree_.slot_of(prefix.bytes);
      while (tree_.prefixes_[slot].node != kNone) slot = (slot + 1) & (tree_.prefixes_.size() - 1);
      tree_.prefixes_[slot] = prefix;
    }
  }

  PhraseTree& tree_;
  const std::vector<std::string>& phrases_;
  std::vector<uint32_t> sorted_;
  std::vector<Group> groups_;
  std::vector<bool> taken_;  // of nodes
  size_t first_free_ = kBytes;
  size_t end_ = kBytes;  // from here on all are free
  std::vector<Prefix> found_prefixes_;
};

PhraseTree::PhraseTree(const std::vector<std::string>& phrases) {
  for (size_t byte = 0; byte < kBytes; ++byte) {
    const char c = static_cast<char>(byte);
    byte_kinds_[byte] = is_alpha(c) || is_digit(c) ? kIsWord : 0;
  }
  for (const std::string& phrase : phrases) {
    byte_kinds_[static_cast<unsigned char>(phrase[0])] |= kBegins;
  }
  Builder(*this, phrases).build();
}

bool PhraseTree::is_inside_word(std::string_view text, size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  const bool is_letter = is_beyond_ascii(before) && at > 1 && leads_letter(text[at - 2]);
  return (is_letter || before == '_') && (is_alpha(text[at]) || is_digit(text[at]));
}

size_t PhraseTree::follow(std::string_view text, uint32_t begin, uint32_t at, Hit* hits) const {
  const auto digits_in = [](unsigned char c) {
    return static_cast<unsigned>(c) - '0' < 10 ? 1U : 0U;
  };
  size_t end = begin;
  size_t count = 0;
  if (at != kRoot) {
    end += kPrefix;
    if (end > text.size()) return 0;
  }
  while (true) {
    const Word word = word_at(text, end);
    const auto next = static_cast<unsigned char>(end < text.size() ? text[end] : '\0');
    const Node& node = nodes_[at];
    if (at != kRoot) {
      // Whether a phrase ends here is a matter of chance: no branch.
      const unsigned is_inside_number =
          digits_in(static_cast<unsigned char>(text[end - 1])) & digits_in(next);
      hits[count] = {node.phrase, begin, static_cast<uint32_t>(end)};
      count += (node.phrase != kNone ? 1U : 0U) & (is_inside_number ^ 1U);
    }
    const uint32_t child_at = node.children + next;
    const Node& child = nodes_[child_at];
    if (((child.parent ^ at) | ((word ^ child.label) & child.mask)) != 0) return count;
    end += child.label_size;
    if (end > text.size()) return count;
    at = child_at;
  }
}

}  // namespace plainbounce
