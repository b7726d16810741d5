#include "core/knowledge/sequence_follower.h"

#include <algorithm>
#include <utility>

namespace plainbounce {
namespace {

constexpr size_t kUsualHits = 32;
// What of a text is followed at most: three times what any text at hand calls for, and six times
// what any reply does. A sequence, and the context of a phrase, cost as much as some steps.
constexpr size_t kBytesOfWork = 4;
constexpr size_t kLeastWork = 400;
constexpr size_t kWorkOfSequence = 4;
constexpr size_t kWorkOfContext = 4;

}  // namespace

SequenceFollower::SequenceFollower(const PhraseSequences& sequences, std::string_view text,
                                   std::pmr::memory_resource* memory)
    : sequences_(sequences),
      text_(text),
      memory_(memory),
      hits_(memory),
      phrases_(memory),
      slots_(memory),
      followed_(memory),
      steps_(memory),
      met_by_step_(memory),
      met_(memory),
      work_left_(kLeastWork + text.size() / kBytesOfWork) {}

void SequenceFollower::find_phrases() {
  hits_.reserve(kUsualHits);
  sequences_.tree().search(text_, hits_);
  // In order of their ends, of one end the longest first; they nearly are.
  for (size_t i = 1; i < hits_.size(); ++i) {
    const Hit hit = hits_[i];
    size_t place = i;
    for (; place > 0 && hits_[place - 1].end > hit.end; --place) hits_[place] = hits_[place - 1];
    hits_[place] = hit;
  }
  size_t slots = 2 * kUsualHits;
  while (slots < 2 * hits_.size()) slots *= 2;
  slots_.resize(slots, kNone);
  phrases_.reserve(hits_.size());
  for (Hit& hit : hits_) {
    size_t slot = hit.phrase & (slots - 1);
    while (slots_[slot] != kNone && phrases_[slots_[slot]].number != hit.phrase) {
      slot = (slot + 1) & (slots - 1);
    }
    if (slots_[slot] == kNone) {
      slots_[slot] = static_cast<uint32_t>(phrases_.size());
      phrases_.emplace_back().number = hit.phrase;
      filter_[hit.phrase / 64 % filter_.size()] |= uint64_t{1} << (hit.phrase % 64);
    }
    hit.phrase = slots_[slot];
  }
}

uint32_t SequenceFollower::place_of(uint32_t phrase) const {
  size_t slot = phrase & (slots_.size() - 1);
  while (slots_[slot] != kNone && phrases_[slots_[slot]].number != phrase) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slots_[slot];
}

bool SequenceFollower::all_occur(const PhraseSequences::Sequence& sequence) const {
  if (sequence.size == 1) return true;
  const uint32_t* const phrases = sequences_.phrases_of(sequence);
  const uint32_t* const end = phrases + sequence.size;
  return std::all_of(phrases, end, [this](uint32_t one) { return may_occur(one); }) &&
         std::all_of(phrases, end, [this](uint32_t one) { return place_of(one) != kNone; });
}

void SequenceFollower::list_steps() {
  size_t steps = 0;
  for (const Followed& one : followed_) {
    const PhraseSequences::Sequence& sequence = sequences_.sequence(one.sequence);
    const uint32_t* phrases = sequences_.phrases_of(sequence);
    Phrase& first = phrases_[place_of(phrases[0])];
    first.begins = true;
    if (sequence.size > 1 && sequence.max_gap > 0) first.begins_with_limit = true;
    for (uint32_t i = 1; i < sequence.size; ++i) ++phrases_[place_of(phrases[i])].size;
    steps += sequence.size - 1;
  }
  steps_.resize(steps);
  met_by_step_.resize(steps, kNone);
  uint32_t begin = 0;
  for (Phrase& phrase : phrases_) {
    phrase.begin = begin;
    begin += std::exchange(phrase.size, 0);
  }
  uint32_t number = 0;
  for (Followed& one : followed_) {
    const PhraseSequences::Sequence& sequence = sequences_.sequence(one.sequence);
    const uint32_t* phrases = sequences_.phrases_of(sequence);
    const uint32_t first_phrase = place_of(phrases[0]);
    // From the last to the first: one piece of text never meets two phrases of a sequence.
    for (uint32_t i = sequence.size - 1; i > 0; --i) {
      Phrase& phrase = phrases_[place_of(phrases[i])];
      const uint32_t before = i > 1 ? number + i - 2 : kNone;
      steps_[phrase.begin + phrase.size++] = {
          number + i - 1,        before, first_phrase, sequence.max_gap, sequence.in_one_sentence,
          i + 1 == sequence.size};
    }
    if (sequence.size > 1) one.last_step = number + sequence.size - 2;
    number += sequence.size - 1;
  }
}

bool SequenceFollower::is_of_interest(const Phrase& phrase) const {
  if (phrase.size > 0 || phrase.begins_with_limit) return true;
  return phrase.begins && (phrase.first == kNone || met_[phrase.first].guessed);
}

bool SequenceFollower::take_work(size_t work) {
  if (work > work_left_) return false;
  work_left_ -= work;
  return true;
}

bool SequenceFollower::follow() {
  if (!take_work(kWorkOfSequence * followed_.size())) return false;
  list_steps();
  contexts_.emplace(text_, memory_);
  met_.reserve(kUsualHits);
  for (const Hit& hit : hits_) {
    Phrase& phrase = phrases_[hit.phrase];
    if (!is_of_interest(phrase)) continue;
    if (!take_work(kWorkOfContext + phrase.size)) return false;
    const PhraseContext context = contexts_->of(hit.begin, hit.end);
    if (context != PhraseContext::kNotSaid) take(hit, phrase, context == PhraseContext::kGuessed);
  }
  return true;
}

void SequenceFollower::take(const Hit& hit, Phrase& phrase, bool guessed) {
  const uint32_t end = phrase.begin + phrase.size;
  uint32_t kept = phrase.begin;
  for (uint32_t i = phrase.begin; i < end; ++i) {
    if (!take_step(hit, steps_[i], guessed)) steps_[kept++] = steps_[i];
  }
  phrase.size = kept - phrase.begin;
  if (phrase.begins) begin_with(hit, phrase, guessed);
}

bool SequenceFollower::take_step(const Hit& hit, const Step& step, bool guessed) {
  uint32_t before = kNone;
  if (step.before != kNone) {
    before = met_by_step_[step.before];
  } else {
    const Phrase& first = phrases_[step.first_phrase];
    before = step.max_gap > 0 ? first.last : first.first;
  }
  if (before == kNone || met_[before].piece.end > hit.begin) return false;
  if (step.max_gap > 0 && hit.begin - met_[before].piece.end > step.max_gap) return false;
  if (step.in_one_sentence && contexts_->has_sentence_end(met_[before].piece.end, hit.begin)) {
    return false;
  }
  // Without a limit the earliest way is as good as any later one; with one, the latest. A statement
  // is better than a guess.
  const bool any_will_do = step.max_gap == 0 || step.is_last;
  uint32_t& met = met_by_step_[step.number];
  const bool is_guess = guessed || met_[before].guessed;
  if (met != kNone && any_will_do && is_guess) return false;
  met = add_met(hit, before, guessed);
  return any_will_do && !is_guess;
}

void SequenceFollower::begin_with(const Hit& hit, Phrase& phrase, bool guessed) {
  const bool is_better = phrase.first == kNone || (met_[phrase.first].guessed && !guessed);
  if (!is_better && !phrase.begins_with_limit) return;
  phrase.last = add_met(hit, kNone, guessed);
  if (is_better) phrase.first = phrase.last;
}

uint32_t SequenceFollower::last_met(const Followed& followed) const {
  if (followed.last_step != kNone) return met_by_step_[followed.last_step];
  const PhraseSequences::Sequence& sequence = sequences_.sequence(followed.sequence);
  return phrases_[place_of(*sequences_.phrases_of(sequence))].first;
}

uint32_t SequenceFollower::add_met(const Hit& hit, uint32_t before, bool guessed) {
  Met met;
  met.piece = {hit.begin, hit.end};
  met.before = before;
  met.begin = before == kNone ? hit.begin : met_[before].begin;
  met.matched = hit.end - hit.begin + (before == kNone ? 0 : met_[before].matched);
  met.guessed = guessed || (before != kNone && met_[before].guessed);
  met_.push_back(met);
  return static_cast<uint32_t>(met_.size() - 1);
}

}  // namespace plainbounce
