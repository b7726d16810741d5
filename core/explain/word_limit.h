#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/explain/note.h"

namespace plainbounce {

// The most words of a user part.
inline constexpr size_t kMostWords = 90;

// Runs of anything but blanks; an address is one word.
size_t count_words(std::string_view text);
size_t count_words(const LanguageNote& note);

// Which sentences of an explanation are told, and how many words they have; counted once, so that
// many ways of telling can be tried. Borrows the explanation.
class ToldExplanation {
 public:
  // All of it is told.
  explicit ToldExplanation(const Explanation& explanation);

  [[nodiscard]] size_t words() const { return words_; }
  [[nodiscard]] size_t actions() const { return actions_; }
  [[nodiscard]] bool has_outlook() const { return has_outlook_; }
  [[nodiscard]] bool has_actor() const { return has_actor_; }
  [[nodiscard]] const Explanation& whole() const { return *explanation_; }

  void leave_out_action();
  void leave_out_outlook();
  void leave_out_actor();
  // Takes out of `explanation`, the whole one or a copy, what is not told.
  void cut(Explanation& explanation) const;

 private:
  const Explanation* explanation_;
  size_t words_ = 0;
  size_t outlook_words_ = 0;
  size_t actor_words_ = 0;
  std::array<size_t, kMostActions> action_words_{};
  size_t actions_;
  bool has_outlook_;
  bool has_actor_;
};

// How much may be left out.
enum class LeaveOut {
  kRepetitions,  // later actions, outlook sentences that stand above or say that all is done
  kActions,      // and what can be done about all but the first explanation
  kOutlooks,     // and all outlook sentences but the first
  kSuccesses     // and successes beside failures, and who has to act
};
// Leaves out what a reader misses least, one piece after the other, until the explanations and
// `beside` further words have at most `most` words. Who did not get the message always stays. True
// when they fit.
bool fit_by_leaving_out(std::vector<ToldExplanation>& told, size_t beside, size_t most,
                        LeaveOut how_much);
// The same for a whole note.
bool fit_by_leaving_out(LanguageNote& note, size_t most, LeaveOut how_much);

}  // namespace plainbounce
