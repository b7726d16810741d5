#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "core/knowledge/phrase_context.h"
#include "core/knowledge/phrase_sequences.h"

namespace plainbounce {

// Finds the sequences that one text meets. What is followed per reply grows with its size and is
// bounded by it: a text in which so many phrases occur that more would have to be followed is made
// to be slow, and meets none. All memory is taken from one resource.
class SequenceFollower {
 public:
  // Pieces of the text by which a sequence is met as far as this one.
  struct Met {
    TextPiece piece;
    uint32_t before = 0;   // the one of the phrase before; kNone for the first
    uint32_t begin = 0;    // of the first piece
    uint32_t matched = 0;  // bytes of all of them
    bool guessed = false;  // any of them
  };
  static constexpr uint32_t kNone = static_cast<uint32_t>(-1);

  // `text` is normalized.
  SequenceFollower(const PhraseSequences& sequences, std::string_view text,
                   std::pmr::memory_resource* memory);

  // Calls found(sequence, last) for each sequence whose phrases are all met, in their order, and
  // for whose rule may_hold(rule) is true. `last` is the number of a Met. Of several ways in which
  // a sequence is met it is the one that states instead of guessing, then the earliest; where gaps
  // are limited, the latest.
  // False when it would have been too much.
  template <class MayHold, class Found>
  bool run(const MayHold& may_hold, const Found& found) {
    find_phrases();
    for (uint32_t i = 0; i < phrases_.size(); ++i) {
      sequences_.each_of_rarest(phrases_[i].number, [&](uint32_t number) {
        const PhraseSequences::Sequence& sequence = sequences_.sequence(number);
        if (all_occur(sequence) && may_hold(sequence.rule)) followed_.push_back({number, kNone});
      });
    }
    if (followed_.empty()) return true;
    if (!follow()) return false;
    for (const Followed& one : followed_) {
      const uint32_t last = last_met(one);
      if (last != kNone) found(sequences_.sequence(one.sequence), last);
    }
    return true;
  }
  [[nodiscard]] const Met& met(uint32_t number) const { return met_[number]; }

 private:
  // A phrase that occurs, and what is known of it while the text is read.
  struct Phrase {
    uint32_t number = 0;
    bool begins = false;             // a followed sequence
    bool begins_with_limit = false;  // one of several phrases with limited gaps
    uint32_t first = kNone;          // Met: the first that is stated, else the first
    uint32_t last = kNone;           // Met: the latest
    uint32_t begin = 0;              // of its steps in steps_, and how many there are
    uint32_t size = 0;
  };
  // A sequence in which all phrases occur.
  struct Followed {
    uint32_t sequence = 0;
    uint32_t last_step = kNone;  // in met_by_step_; kNone where one phrase is all
  };
  // From one phrase of a followed sequence to the next, which is the one that it is listed with.
  struct Step {
    uint32_t number = 0;        // in met_by_step_
    uint32_t before = kNone;    // the step before, in met_by_step_; kNone: the first phrase, which
    uint32_t first_phrase = 0;  // is this one
    uint32_t max_gap = 0;
    bool in_one_sentence = false;
    bool is_last = false;
  };
  using Hit = PhraseTree::Hit;

  void find_phrases();
  // The place in phrases_; kNone when the phrase does not occur.
  [[nodiscard]] uint32_t place_of(uint32_t phrase) const;
  [[nodiscard]] bool all_occur(const PhraseSequences::Sequence& sequence) const;
  // False for most phrases that do not occur, by one look.
  [[nodiscard]] bool may_occur(uint32_t phrase) const {
    return (filter_[phrase / 64 % filter_.size()] >> (phrase % 64) & 1U) != 0;
  }
  void list_steps();
  // False when it is too much.
  bool take_work(size_t work);
  bool follow();
  [[nodiscard]] bool is_of_interest(const Phrase& phrase) const;
  void take(const Hit& hit, Phrase& phrase, bool guessed);
  // True when nothing later can make it better.
  bool take_step(const Hit& hit, const Step& step, bool guessed);
  void begin_with(const Hit& hit, Phrase& phrase, bool guessed);
  [[nodiscard]] uint32_t last_met(const Followed& followed) const;
  uint32_t add_met(const Hit& hit, uint32_t before, bool guessed);

  const PhraseSequences& sequences_;
  std::string_view text_;
  std::pmr::memory_resource* memory_;
  std::optional<PhraseContexts> contexts_;  // once something is followed
  std::pmr::vector<Hit> hits_;              // Hit::phrase is the place in phrases_
  std::pmr::vector<Phrase> phrases_;
  std::pmr::vector<uint32_t> slots_;   // a hash table of places in phrases_
  std::array<uint64_t, 16> filter_{};  // a bit for the low bits of each number of a phrase
  std::pmr::vector<Followed> followed_;
  std::pmr::vector<Step> steps_;
  std::pmr::vector<uint32_t> met_by_step_;
  std::pmr::vector<Met> met_;
  size_t work_left_;
};

}  // namespace plainbounce
