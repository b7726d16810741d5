#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/explain/recipient_groups.h"
#include "core/explain/sentences.h"
#include "core/explain/word_limit.h"

namespace plainbounce {

// Writes one language's user part, as full as the word limit allows; for one use. Each explanation
// is worded once, however many ways of telling are tried. All that it is given must outlive it.
class NoteWriter {
 public:
  // `groups` has at least one.
  NoteWriter(const std::vector<RecipientGroup>& groups, const LanguageTexts& texts,
             const ExplainContext& context, bool others_left_out);

  LanguageNote write();
  // To a reader who did not send the message.
  LanguageNote write_backscatter();

 private:
  struct Draft {
    Draft(Explanation worded, size_t addresses)
        : explanation(std::move(worded)), told(explanation), listed(addresses) {}
    Draft(const Draft&) = delete;  // `told` borrows `explanation`
    Draft& operator=(const Draft&) = delete;

    Explanation explanation;
    ToldExplanation told;
    size_t listed;  // addresses that may be listed
  };
  using Drafts = std::vector<std::optional<Draft>>;

  // The first `full` groups in whole sentences; the first `kept` by themselves.
  bool fits(size_t full, size_t kept, LeaveOut how_much);
  bool fits_with_most_in_full(size_t kept, LeaveOut how_much);
  void tell(const RecipientGroup& group, size_t listed, Detail detail, std::optional<Draft>& draft);
  [[nodiscard]] LanguageNote told_note();

  const std::vector<RecipientGroup>& groups_;
  Sentences sentences_;
  size_t listed_;
  std::string contact_;
  size_t most_;
  std::string others_;
  Drafts full_;   // of the groups, in their order
  Drafts brief_;  // the same
  Drafts rest_;   // of what was gathered behind the groups that were kept
  // Of the last try.
  std::vector<ToldExplanation> told_;
  std::vector<Explanation*> drafts_;
};

}  // namespace plainbounce
