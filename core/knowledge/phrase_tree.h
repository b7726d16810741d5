#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/knowledge/wanted_places.h"

namespace plainbounce {

// Finds all given phrases in a text. A phrase that begins with a letter or digit is met at the
// start of a word only, one that ends in a digit not inside a number: "rbl" is not in "marble",
// "s315" not in "s3150". So a search follows the tree of the phrases from each start of a word
// until no phrase goes on as the text does, which is within a word or two unless phrases repeat
// their own beginnings. Immutable.
class PhraseTree {
 public:
  struct Hit {
    uint32_t phrase = 0;  // its place among those given
    uint32_t begin = 0;
    uint32_t end = 0;
  };

  // The phrases are not empty, and each is there once.
  explicit PhraseTree(const std::vector<std::string>& phrases);

  // Calls `found` for every hit, in order of its begin, of one begin in order of its end. Bytes are
  // compared as they are. The text is shorter than 4 GiB.
  template <class Found>
  void search(std::string_view text, const Found& found) const {
    uint8_t before = 0;
    const uint8_t* const kinds = byte_kinds_.data();
    const auto may_begin = [&before, kinds, text](size_t at) {
      const uint8_t kind = kinds[static_cast<unsigned char>(text[at])];
      const bool begins = (kind & kBegins) != 0 && (kind & before & kIsWord) == 0;
      before = kind;
      return begins;
    };
    each_wanted_place(text.size(), may_begin, [&](size_t at) {
      follow(text, at, root_[static_cast<unsigned char>(text[at])], found);
    });
  }

 private:
  static constexpr uint32_t kNone = static_cast<uint32_t>(-1);
  // ASCII letters and digits; first bytes of phrases.
  enum : uint8_t { kIsWord = 1, kBegins = 2 };
  struct Node {
    uint32_t label = 0;       // where the bytes that lead here begin in labels_
    uint32_t phrase = kNone;  // that ends here
    uint32_t label_size = 0;
    uint32_t next_bytes = 0;  // a bit for the low five bits of each child's first byte
  };
  // A hash table of nodes by their parent and first byte.
  struct Child {
    uint32_t key = 0;
    uint32_t node = kNone;
  };

  template <class Found>
  void follow(std::string_view text, size_t begin, uint32_t at, const Found& found) const {
    size_t end = begin;
    while (at != kNone) {
      const Node& node = nodes_[at];
      const std::string_view label(labels_.data() + node.label, node.label_size);
      if (text.size() - end < label.size()) return;
      for (size_t i = 1; i < label.size(); ++i) {
        if (text[end + i] != label[i]) return;
      }
      end += label.size();
      if (node.phrase != kNone && !is_inside_number(text, end)) {
        found(Hit{node.phrase, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
      }
      if (end == text.size()) return;
      at = child(at, text[end]);
    }
  }
  [[nodiscard]] uint32_t child(uint32_t node, char first) const {
    if ((nodes_[node].next_bytes & bit_of(first)) == 0) return kNone;
    const uint32_t key = key_of(node, first);
    size_t slot = slot_of(key);
    while (children_[slot].key != key && children_[slot].node != kNone) {
      slot = (slot + 1) & (children_.size() - 1);
    }
    return children_[slot].node;
  }
  static uint32_t key_of(uint32_t node, char first) {
    return node << 8U | static_cast<unsigned char>(first);
  }
  void list_children(const std::vector<Child>& children);
  [[nodiscard]] size_t slot_of(uint32_t key) const {
    return (key * uint64_t{0x9e3779b97f4a7c15} >> 32U) & (children_.size() - 1);
  }
  static uint32_t bit_of(char c) { return uint32_t{1} << (static_cast<unsigned char>(c) & 31U); }
  static bool is_inside_number(std::string_view text, size_t end) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return end < text.size() && is_digit(text[end - 1]) && is_digit(text[end]);
  }

  std::string labels_;
  std::vector<Node> nodes_;
  std::vector<Child> children_;
  std::array<uint32_t, 256> root_;       // nodes by their first byte
  std::array<uint8_t, 256> byte_kinds_;  // kIsWord, kBegins
};

}  // namespace plainbounce
