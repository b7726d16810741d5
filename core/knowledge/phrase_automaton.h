#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// Finds all given phrases in a text in one pass (Aho and Corasick 1975): time grows with the text
// and the number of hits, whatever the phrases are. Immutable once built.
class PhraseAutomaton {
 public:
  struct Hit {
    uint32_t phrase = 0;  // the number that add() gave
    size_t begin = 0;
    size_t end = 0;
  };

  PhraseAutomaton();
  // Returns the phrase's number; the same phrase gets the same number. The phrase must not be
  // empty.
  uint32_t add(std::string_view phrase);
  // Call once, after the last add.
  void build();

  // Calls `found` for every hit, in order of its end. Bytes are compared as they are.
  template <class Found>
  void search(std::string_view text, const Found& found) const {
    uint32_t node = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      node = step(node, static_cast<unsigned char>(text[i]));
      for (uint32_t at = nodes_[node].phrase != kNone ? node : nodes_[node].next_hit; at != kNone;
           at = nodes_[at].next_hit) {
        found(Hit{nodes_[at].phrase, i + 1 - nodes_[at].depth, i + 1});
      }
    }
  }

 private:
  static constexpr uint32_t kNone = static_cast<uint32_t>(-1);
  struct Node {
    uint32_t first_child = kNone;
    uint32_t next_sibling = kNone;
    uint32_t fail = 0;
    uint32_t next_hit = kNone;  // nearest node on the fail chain that ends a phrase
    uint32_t phrase = kNone;
    uint32_t depth = 0;
    unsigned char byte = 0;
  };

  [[nodiscard]] uint32_t child(uint32_t node, unsigned char byte) const;
  [[nodiscard]] uint32_t step(uint32_t node, unsigned char byte) const;

  std::vector<Node> nodes_;
  std::array<uint32_t, 256> root_;  // children of the root, where most steps begin
  uint32_t phrase_count_ = 0;
};

}  // namespace plainbounce
