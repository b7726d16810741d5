#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/knowledge/wanted_places.h"

namespace plainbounce {

// Finds all given phrases in a text. A phrase that begins with an ASCII letter or digit is met
// at the start of a word only: not behind such a one, another letter of the Latin, Greek or
// Cyrillic alphabet, or "_". One that ends in a digit not inside a number: "rbl" is not in
// "marble", "s315" not in "s3150". So a search follows the tree of the phrases from each start of a
// word until no phrase goes on as the text does, which is within a word or two unless phrases
// repeat their own beginnings. Immutable. docs/decisions/0012 has its layout.
class PhraseTree {
 public:
  struct Hit {
    uint32_t phrase = 0;  // its place among those given
    uint32_t begin = 0;
    uint32_t end = 0;
  };

  // The phrases are not empty, and each is there once.
  explicit PhraseTree(const std::vector<std::string>& phrases);

  // Appends every hit, in order of its begin, of one begin in order of its end. Bytes are compared
  // as they are. The text is shorter than 4 GiB. `Hits` is a vector of Hit.
  template <class Hits>
  void search(std::string_view text, Hits& hits) const {
    const uint8_t* const kinds = byte_kinds_.data();
    const auto may_begin = [kinds, text](size_t at) {
      const unsigned kind = kinds[static_cast<unsigned char>(text[at])];
      const size_t previous = at > 0 ? at - 1 : 0;
      const unsigned before = kinds[static_cast<unsigned char>(text[previous])];
      const unsigned is_inside_word = kind & before & (at > 0 ? unsigned{kIsWord} : 0U);
      return (kind & kBegins & ~(is_inside_word << 1U)) != 0;
    };
    size_t count = hits.size();
    each_list_of_wanted_places(text.size(), may_begin, [&](uint32_t* begins, size_t size) {
      // What most words fail at is asked without a branch, too.
      size_t kept = 0;
      std::array<uint32_t, kPlacesAtATime> nodes;  // filled as far as `kept`
      for (size_t i = 0; i < size; ++i) {
        const uint32_t begin = begins[i];
        const uint32_t node = node_of(prefix_of(word_at(text, begin)));
        begins[kept] = begin;
        nodes[kept] = node;
        kept += node != kNone ? 1U : 0U;
      }
      for (size_t i = 0; i < kept; ++i) {
        if (is_inside_word(text, begins[i])) continue;
        if (hits.size() < count + most_at_one_begin_) {
          hits.resize(std::max(2 * hits.size(), count + most_at_one_begin_));
        }
        count += follow(text, begins[i], nodes[i], &hits[count]);
      }
    });
    hits.resize(count);
  }

 private:
  using Word = uint64_t;  // eight bytes of text as they lie in memory
  static constexpr uint32_t kNone = static_cast<uint32_t>(-1);
  static constexpr uint32_t kRoot = 0;
  static constexpr size_t kPrefix = 4;  // bytes
  static constexpr size_t kPairs = 1024;
  // ASCII letters and digits; first bytes of phrases.
  enum : uint8_t { kIsWord = 1, kBegins = 2 };
  // A child stands where its parent's `children` and its own first byte add up to.
  struct Node {
    Word label = 0;  // the bytes that lead here
    Word mask = 0;   // which of them count
    uint32_t parent = kNone;
    uint32_t children = 0;
    uint32_t phrase = kNone;  // that ends here
    uint32_t label_size = 0;
  };
  // A node by the first bytes that lead to it.
  struct Prefix {
    uint32_t bytes = 0;
    uint32_t node = kNone;
  };
  class Builder;

  static Word word_at(std::string_view text, size_t at) {
    Word word = 0;
    if (text.size() - at >= sizeof word) {
      std::memcpy(&word, text.data() + at, sizeof word);
    } else {
      std::memcpy(&word, text.data() + at, text.size() - at);
    }
    return word;
  }
  // The first bytes of a word.
  static uint32_t prefix_of(Word word) {
    uint32_t prefix = 0;
    std::memcpy(&prefix, &word, kPrefix);
    return prefix;
  }
  // Where to go on behind a prefix; the root where shorter phrases may be met; kNone: nowhere.
  [[nodiscard]] uint32_t node_of(uint32_t prefix) const {
    size_t slot = slot_of(prefix);
    // One branch, which is nearly always the same.
    const auto is_another = [prefix](const Prefix& one) {
      return (int{one.bytes != prefix} & int{one.node != kNone}) != 0;
    };
    while (is_another(prefixes_[slot])) slot = (slot + 1) & (prefixes_.size() - 1);
    const uint32_t without = short_[pair_of(prefix)] != 0 ? kRoot : kNone;
    return prefixes_[slot].node != kNone ? prefixes_[slot].node : without;
  }
  [[nodiscard]] size_t slot_of(uint32_t prefix) const {
    return (prefix * uint64_t{0x9e3779b97f4a7c15} >> 32U) & (prefixes_.size() - 1);
  }
  // A number for the first two bytes.
  static size_t pair_of(uint32_t prefix) {
    std::array<unsigned char, kPrefix> bytes;
    std::memcpy(bytes.data(), &prefix, kPrefix);
    return (bytes[0] * size_t{41} + bytes[1]) % kPairs;
  }

  // What the kinds of bytes do not tell: a letter that is no ASCII, or "_", before one that is.
  static bool is_inside_word(std::string_view text, size_t at);

  // Writes the hits that begin at `begin`, from a node on to which the text has led, and returns
  // how many there are; writes one more place.
  size_t follow(std::string_view text, uint32_t begin, uint32_t at, Hit* hits) const;

  std::vector<Node> nodes_;
  std::vector<Prefix> prefixes_;  // a hash table
  size_t most_at_one_begin_ = 1;  // hits, and one
  std::array<uint8_t, kPairs>
      short_{};  // 1: of pairs with which phrases shorter than kPrefix begin
  std::array<uint8_t, 256> byte_kinds_;  // kIsWord, kBegins
};

}  // namespace plainbounce
