#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/explainer.h"

namespace plainbounce {

// Recipients that one explanation speaks about: the same cause, the same outlook. Pointers go into
// the diagnoses that were grouped, views into the addresses to show; both must outlive it.
struct RecipientGroup {
  CauseId cause;  // whose texts are used: "unclear" where the diagnosis is not sure
  Outlook outlook = Outlook::kFinal;
  bool likely = false;    // for one of them the cause is not certain
  bool answered = true;   // a server's reply is known for each of them
  bool gathered = false;  // stands for several causes, of which none is named
  const Diagnosis* first = nullptr;
  std::vector<std::string_view> addresses;  // each once; empty: no address is usable
  std::optional<int64_t> retries_until;     // where all of them say the same
  bool retries_until_differ = false;
};

// kFirstStays: the first one mentioned before all others; in a session it is what ended it.
enum class GroupOrder { kOutlook, kFirstStays };

// Groups in the order of first mention, failures before delays before successes. `fields` is the
// report's list; null where there is none. Addresses are those that `shown` gives for each
// recipient, as far as they may stand in a sentence.
std::vector<RecipientGroup> group_recipients(const std::vector<DiagnosedRecipient>& recipients,
                                             const std::vector<std::string>& shown,
                                             const std::vector<PerRecipientFields>* fields,
                                             const LanguageTexts& texts,
                                             GroupOrder order = GroupOrder::kOutlook);

// One group for each outlook that the groups behind the first `kept` have. An outlook of which
// there is a single group keeps that group as it is. Behind an unknown outlook no retrying one is
// told apart.
std::vector<RecipientGroup> gather_behind(const std::vector<RecipientGroup>& groups, size_t kept);

}  // namespace plainbounce
