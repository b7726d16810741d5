#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/knowledge/entries.h"
#include "core/knowledge/normalized_text.h"
#include "core/knowledge/phrase_tree.h"

namespace plainbounce {

// The lists of phrases of all rules. Immutable once built.
class PhraseSequences {
 public:
  // One way in which a rule's phrases may be met.
  struct Sequence {
    uint32_t rule = 0;
    uint32_t begin = 0;  // of its phrases, and how many there are
    uint32_t size = 0;
    uint32_t max_gap = 0;
    bool in_one_sentence = false;
  };

  // Call for each rule, in the order in which they are numbered, before build().
  void add(uint32_t number, const Rule& rule);
  void build();

  [[nodiscard]] const PhraseTree& tree() const { return *tree_; }
  [[nodiscard]] const Sequence& sequence(uint32_t number) const { return sequences_[number]; }
  // The numbers of its phrases.
  [[nodiscard]] const uint32_t* phrases_of(const Sequence& sequence) const {
    return phrases_.data() + sequence.begin;
  }
  // Calls visit(number) for each sequence of which this phrase is the rarest one: they can be met
  // only where it occurs.
  template <class Visit>
  void each_of_rarest(uint32_t phrase, const Visit& visit) const {
    for (uint32_t i = first_of_rarest_[phrase]; i < first_of_rarest_[phrase + 1]; ++i) {
      visit(of_rarest_[i]);
    }
  }

 private:
  std::vector<Sequence> sequences_;
  std::vector<uint32_t> phrases_;  // of all sequences, one behind the other
  std::vector<std::string> texts_;
  std::unordered_map<std::string, uint32_t> numbers_;  // of phrases; until build()
  std::unique_ptr<PhraseTree> tree_;
  std::vector<uint32_t> of_rarest_;        // sequences, by their rarest phrase
  std::vector<uint32_t> first_of_rarest_;  // where each phrase's begin; one more than phrases
};

}  // namespace plainbounce
