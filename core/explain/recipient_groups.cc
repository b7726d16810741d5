#include "core/explain/recipient_groups.h"

#include <algorithm>

#include "core/explain/shown_address.h"

namespace plainbounce {
namespace {

bool has_texts(const CauseTexts& texts, Outlook outlook) {
  switch (outlook) {
    case Outlook::kFinal:
    case Outlook::kUnknown:
      return !texts.actions_final.empty();
    case Outlook::kRetrying:
      return !texts.actions_retrying.empty();
    case Outlook::kDone:
      return !texts.what_done.empty();
  }
  return false;
}

// The cause whose texts are used. What is not sure is told as unclear; a success that has an odd
// code is a success all the same, and a failure with a success's code has no known reason.
CauseId cause_to_tell(const Diagnosis& diagnosis, const LanguageTexts& texts) {
  const auto found = texts.causes.find(diagnosis.cause);
  const bool told = found != texts.causes.end() && has_texts(found->second, diagnosis.outlook);
  if (diagnosis.outlook == Outlook::kDone) return told ? diagnosis.cause : "delivered";
  if (!told || diagnosis.confidence == Confidence::kUnsure) return "unclear";
  return diagnosis.cause;
}

void add_address(std::vector<std::string_view>& addresses, std::string_view address) {
  if (address.empty()) return;
  if (std::find(addresses.begin(), addresses.end(), address) == addresses.end())
    addresses.push_back(address);
}

void join_moment(RecipientGroup& group, std::optional<int64_t> moment, bool is_first) {
  if (is_first) {
    group.retries_until = moment;
  } else if (group.retries_until != moment) {
    group.retries_until.reset();
    group.retries_until_differ = true;
  }
  if (group.retries_until_differ) group.retries_until.reset();
}

std::optional<int64_t> retry_moment(const std::vector<PerRecipientFields>* fields, size_t index) {
  if (fields == nullptr || index >= fields->size()) return std::nullopt;
  const std::optional<std::string>& text = (*fields)[index].will_retry_until;
  return text ? parse_mail_date(*text) : std::nullopt;
}

// That an address has not got the message so far is true while it is still tried.
bool is_told_with(Outlook outlook, Outlook gathered) {
  return outlook == gathered || (outlook == Outlook::kRetrying && gathered == Outlook::kUnknown);
}

}  // namespace

std::vector<RecipientGroup> group_recipients(const std::vector<DiagnosedRecipient>& recipients,
                                             const std::vector<std::string>& shown,
                                             const std::vector<PerRecipientFields>* fields,
                                             const LanguageTexts& texts, GroupOrder order) {
  std::vector<RecipientGroup> groups;
  for (size_t i = 0; i < recipients.size(); ++i) {
    const Diagnosis& diagnosis = recipients[i].diagnosis;
    CauseId cause = cause_to_tell(diagnosis, texts);
    auto place = std::find_if(groups.begin(), groups.end(), [&](const RecipientGroup& group) {
      return group.outlook == diagnosis.outlook && group.cause == cause;
    });
    const bool is_first = place == groups.end();
    if (is_first) {
      place = groups.emplace(groups.end());
      place->cause = std::move(cause);
      place->outlook = diagnosis.outlook;
      place->first = &diagnosis;
    }
    RecipientGroup& group = *place;
    group.likely = group.likely || diagnosis.confidence == Confidence::kLikely;
    group.answered = group.answered && diagnosis.reply.code.has_value();
    add_address(group.addresses, address_in_sentence(shown[i]));
    if (group.outlook == Outlook::kRetrying)
      join_moment(group, retry_moment(fields, recipients[i].index), is_first);
  }
  const auto goes_before = [](const RecipientGroup& a, const RecipientGroup& b) {
    return static_cast<int>(a.outlook) < static_cast<int>(b.outlook);
  };
  const bool first_stays = order == GroupOrder::kFirstStays && !groups.empty();
  const auto begin = groups.begin() + (first_stays ? 1 : 0);
  if (!std::is_sorted(begin, groups.end(), goes_before))
    std::stable_sort(begin, groups.end(), goes_before);
  return groups;
}

std::vector<RecipientGroup> gather_behind(const std::vector<RecipientGroup>& groups, size_t kept) {
  std::vector<RecipientGroup> out;
  std::optional<size_t> rest;  // in `out`, of the outlook at hand
  for (size_t i = kept; i < groups.size(); ++i) {
    const RecipientGroup& group = groups[i];
    if (!rest || !is_told_with(group.outlook, out[*rest].outlook)) {
      rest = out.size();
      out.push_back(group);
      continue;
    }
    RecipientGroup& gathered = out[*rest];
    gathered.gathered = true;
    for (const std::string_view address : group.addresses) add_address(gathered.addresses, address);
    if (group.outlook == Outlook::kRetrying) join_moment(gathered, group.retries_until, false);
  }
  return out;
}

}  // namespace plainbounce
