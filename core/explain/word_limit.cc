#include "core/explain/word_limit.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

using Told = std::vector<ToldExplanation>;

size_t words_of(const Told& told) {
  size_t words = 0;
  for (const ToldExplanation& explanation : told) words += explanation.words();
  return words;
}

// Takes the last action of the explanation that has most of them, the last of these; false when
// none has more than one.
bool drop_an_action(Told& told) {
  ToldExplanation* longest = nullptr;
  for (ToldExplanation& explanation : told) {
    if (explanation.actions() > 1 &&
        (longest == nullptr || explanation.actions() >= longest->actions()))
      longest = &explanation;
  }
  if (longest == nullptr) return false;
  longest->leave_out_action();
  return true;
}

bool drop_a_repeated_outlook(Told& told) {
  for (size_t i = told.size(); i-- > 1;) {
    const bool repeated = told[i].has_outlook() &&
                          std::any_of(told.begin(), told.begin() + static_cast<std::ptrdiff_t>(i),
                                      [&](const ToldExplanation& other) {
                                        return other.has_outlook() &&
                                               other.whole().outlook == told[i].whole().outlook;
                                      });
    if (!repeated) continue;
    told[i].leave_out_outlook();
    return true;
  }
  return false;
}

bool is_success(const ToldExplanation& explanation) {
  return explanation.whole().outlook_kind == Outlook::kDone;
}

bool drop_a_success_outlook(Told& told) {
  for (size_t i = told.size(); i-- > 1;) {
    if (!is_success(told[i]) || !told[i].has_outlook()) continue;
    told[i].leave_out_outlook();
    return true;
  }
  return false;
}

bool drop_an_actor(Told& told) {
  for (size_t i = told.size(); i-- > 1;) {
    if (told[i].actions() == 0) continue;
    while (told[i].actions() > 0) told[i].leave_out_action();
    told[i].leave_out_actor();
    return true;
  }
  return false;
}

bool drop_a_later_outlook(Told& told) {
  for (size_t i = told.size(); i-- > 1;) {
    if (!told[i].has_outlook()) continue;
    told[i].leave_out_outlook();
    return true;
  }
  return false;
}

bool drop_a_success(Told& told) {
  if (told.empty() || is_success(told.front()) || !is_success(told.back())) return false;
  told.pop_back();
  return true;
}

bool drop_first_actor(Told& told) {
  if (told.empty() || !told.front().has_actor()) return false;
  told.front().leave_out_actor();
  return true;
}

}  // namespace

size_t count_words(std::string_view text) {
  size_t words = text.empty() || is_space(text.front()) ? 0 : 1;
  for (size_t i = 1; i < text.size(); ++i) {
    words += is_space(text[i - 1]) && !is_space(text[i]) ? 1 : 0;
  }
  return words;
}

size_t count_words(const LanguageNote& note) {
  size_t words = count_words(note.contact) + count_words(note.other_recipients);
  for (const Explanation& explanation : note.explanations)
    words += ToldExplanation(explanation).words();
  return words;
}

ToldExplanation::ToldExplanation(const Explanation& explanation)
    : explanation_(&explanation),
      outlook_words_(count_words(explanation.outlook)),
      actor_words_(count_words(explanation.actor)),
      actions_(std::min(explanation.actions.size(), kMostActions)),
      has_outlook_(!explanation.outlook.empty()),
      has_actor_(!explanation.actor.empty()) {
  words_ = count_words(explanation.title) + count_words(explanation.what) +
           count_words(explanation.more_addresses) + outlook_words_ + actor_words_;
  for (const std::string& address : explanation.addresses) words_ += count_words(address);
  for (size_t i = 0; i < actions_; ++i) {
    action_words_[i] = count_words(explanation.actions[i]);
    words_ += action_words_[i];
  }
}

void ToldExplanation::leave_out_action() { words_ -= action_words_[--actions_]; }

void ToldExplanation::leave_out_outlook() {
  if (has_outlook_) words_ -= outlook_words_;
  has_outlook_ = false;
}

void ToldExplanation::leave_out_actor() {
  if (has_actor_) words_ -= actor_words_;
  has_actor_ = false;
}

void ToldExplanation::cut(Explanation& explanation) const {
  explanation.actions.resize(actions_);
  if (!has_outlook_) explanation.outlook.clear();
  if (!has_actor_) explanation.actor.clear();
}

bool fit_by_leaving_out(Told& told, size_t beside, size_t most, LeaveOut how_much) {
  while (beside + words_of(told) > most) {
    if (drop_an_action(told) || drop_a_repeated_outlook(told) || drop_a_success_outlook(told))
      continue;
    if (how_much == LeaveOut::kRepetitions) return false;
    if (drop_an_actor(told)) continue;
    if (how_much == LeaveOut::kActions) return false;
    if (drop_a_later_outlook(told)) continue;
    if (how_much == LeaveOut::kOutlooks) return false;
    if (!drop_a_success(told) && !drop_first_actor(told)) return false;
  }
  return true;
}

bool fit_by_leaving_out(LanguageNote& note, size_t most, LeaveOut how_much) {
  Told told(note.explanations.begin(), note.explanations.end());
  const size_t beside = count_words(note.contact) + count_words(note.other_recipients);
  const bool fits = fit_by_leaving_out(told, beside, most, how_much);
  note.explanations.resize(told.size());
  for (size_t i = 0; i < told.size(); ++i) told[i].cut(note.explanations[i]);
  return fits;
}

}  // namespace plainbounce
