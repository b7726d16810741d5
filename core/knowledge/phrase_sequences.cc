#include "core/knowledge/phrase_sequences.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/knowledge/entry_reader.h"

namespace plainbounce {

void PhraseSequences::add(uint32_t number, const Rule& rule) {
  for (const std::vector<std::string>& list : rule.phrases) {
    Sequence& sequence = sequences_.emplace_back();
    sequence.rule = number;
    sequence.begin = static_cast<uint32_t>(phrases_.size());
    sequence.size = static_cast<uint32_t>(list.size());
    sequence.max_gap =
        static_cast<uint32_t>(std::min<size_t>(rule.max_gap, std::numeric_limits<uint32_t>::max()));
    sequence.in_one_sentence = rule.max_gap > 0 && rule.scope == "generic";
    for (const std::string& phrase : list) {
      const auto [found, added] =
          numbers_.try_emplace(normalized_phrase(phrase), static_cast<uint32_t>(texts_.size()));
      if (added) texts_.push_back(found->first);
      phrases_.push_back(found->second);
    }
  }
}

void PhraseSequences::build() {
  tree_ = std::make_unique<PhraseTree>(texts_);
  std::vector<uint32_t> uses(texts_.size());
  for (const uint32_t phrase : phrases_) ++uses[phrase];
  const auto is_rarer = [&](uint32_t a, uint32_t b) {
    return std::pair(uses[a], texts_[b].size()) < std::pair(uses[b], texts_[a].size());
  };
  std::vector<std::vector<uint32_t>> by_phrase(texts_.size());
  for (uint32_t i = 0; i < sequences_.size(); ++i) {
    if (sequences_[i].size == 0) continue;
    const uint32_t* phrases = phrases_of(sequences_[i]);
    by_phrase[*std::min_element(phrases, phrases + sequences_[i].size, is_rarer)].push_back(i);
  }
  of_rarest_.reserve(sequences_.size());
  first_of_rarest_.reserve(texts_.size() + 1);
  for (const std::vector<uint32_t>& sequences : by_phrase) {
    first_of_rarest_.push_back(static_cast<uint32_t>(of_rarest_.size()));
    of_rarest_.insert(of_rarest_.end(), sequences.begin(), sequences.end());
  }
  first_of_rarest_.push_back(static_cast<uint32_t>(of_rarest_.size()));
  numbers_.clear();
  texts_.clear();
}

}  // namespace plainbounce
