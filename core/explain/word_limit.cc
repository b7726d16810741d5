#include "core/explain/word_limit.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

size_t words_of(const Explanation& explanation) {
  size_t words = 0;
  for (const std::string* text :
       {&explanation.title, &explanation.what, &explanation.more_addresses, &explanation.outlook,
        &explanation.actor})
    words += count_words(*text);
  for (const std::string& address : explanation.addresses) words += count_words(address);
  for (const std::string& action : explanation.actions) words += count_words(action);
  return words;
}

// Takes the last action of the explanation that has most of them, the last of these; false when
// none has more than one.
bool drop_an_action(LanguageNote& note) {
  Explanation* longest = nullptr;
  for (Explanation& explanation : note.explanations) {
    if (explanation.actions.size() > 1 &&
        (longest == nullptr || explanation.actions.size() >= longest->actions.size()))
      longest = &explanation;
  }
  if (longest == nullptr) return false;
  longest->actions.pop_back();
  return true;
}

bool drop_a_repeated_outlook(LanguageNote& note) {
  std::vector<Explanation>& all = note.explanations;
  for (size_t i = all.size(); i-- > 1;) {
    const bool repeated =
        !all[i].outlook.empty() &&
        std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Explanation& other) { return other.outlook == all[i].outlook; });
    if (!repeated) continue;
    all[i].outlook.clear();
    return true;
  }
  return false;
}

bool drop_a_success_outlook(LanguageNote& note) {
  for (size_t i = note.explanations.size(); i-- > 1;) {
    Explanation& explanation = note.explanations[i];
    if (explanation.outlook_kind != Outlook::kDone || explanation.outlook.empty()) continue;
    explanation.outlook.clear();
    return true;
  }
  return false;
}

bool drop_an_actor(LanguageNote& note) {
  for (size_t i = note.explanations.size(); i-- > 1;) {
    Explanation& explanation = note.explanations[i];
    if (explanation.actions.empty()) continue;
    explanation.actions.clear();
    explanation.actor.clear();
    return true;
  }
  return false;
}

bool drop_a_later_outlook(LanguageNote& note) {
  for (size_t i = note.explanations.size(); i-- > 1;) {
    if (note.explanations[i].outlook.empty()) continue;
    note.explanations[i].outlook.clear();
    return true;
  }
  return false;
}

bool drop_a_success(LanguageNote& note) {
  std::vector<Explanation>& all = note.explanations;
  if (all.empty() || all.front().outlook_kind == Outlook::kDone ||
      all.back().outlook_kind != Outlook::kDone)
    return false;
  all.pop_back();
  return true;
}

bool drop_first_actor(LanguageNote& note) {
  if (note.explanations.empty() || note.explanations.front().actor.empty()) return false;
  note.explanations.front().actor.clear();
  return true;
}

}  // namespace

size_t count_words(std::string_view text) {
  size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool blank = is_space(c);
    if (!blank && !inside) ++words;
    inside = !blank;
  }
  return words;
}

size_t count_words(const LanguageNote& note) {
  size_t words = count_words(note.contact) + count_words(note.other_recipients);
  for (const Explanation& explanation : note.explanations) words += words_of(explanation);
  return words;
}

bool fit_by_leaving_out(LanguageNote& note, size_t most, LeaveOut how_much) {
  while (count_words(note) > most) {
    if (drop_an_action(note) || drop_a_repeated_outlook(note) || drop_a_success_outlook(note))
      continue;
    if (how_much == LeaveOut::kRepetitions) return false;
    if (drop_an_actor(note)) continue;
    if (how_much == LeaveOut::kActions) return false;
    if (drop_a_later_outlook(note)) continue;
    if (how_much == LeaveOut::kOutlooks) return false;
    if (!drop_a_success(note) && !drop_first_actor(note)) return false;
  }
  return true;
}

}  // namespace plainbounce
