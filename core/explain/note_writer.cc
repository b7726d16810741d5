#include "core/explain/note_writer.h"

#include <algorithm>
#include <utility>

namespace plainbounce {
namespace {

// More groups than these never fit: a title and a brief sentence have no fewer words than that.
constexpr size_t kMostGroups = kMostWords / 6;
// The same for whole explanations.
constexpr size_t kMostFullGroups = kMostWords / 15;

// Of the addresses that may still be listed, the share of the first of `groups` groups; the first
// ones get the rest.
size_t share(size_t left, size_t groups, size_t addresses) {
  const size_t fair = std::max<size_t>(left / groups, 1);
  return addresses > 1 ? std::min(addresses, fair) : 0;
}

// Where nobody tells that delivery goes on, the reader may need help.
bool may_be_over(Outlook outlook) {
  return outlook == Outlook::kFinal || outlook == Outlook::kUnknown;
}

// There is a failure that the reader can do something about.
bool calls_for_contact(const LanguageNote& note) {
  return std::any_of(note.explanations.begin(), note.explanations.end(),
                     [](const Explanation& explanation) {
                       return may_be_over(explanation.outlook_kind) && !explanation.actions.empty();
                     });
}

}  // namespace

NoteWriter::NoteWriter(const std::vector<RecipientGroup>& groups, const LanguageTexts& texts,
                       const ExplainContext& context, bool others_left_out)
    : groups_(groups),
      sentences_(texts, context),
      listed_(context.site->listed_addresses),
      // Groups are in the order of outlooks: a report without failures needs no contact.
      contact_(may_be_over(groups.front().outlook) ? sentences_.contact() : ""),
      most_(kMostWords - std::min(count_words(contact_), kMostWords / 2)) {
  if (others_left_out) others_ = sentences_.frame().text("other_recipients");
}

void NoteWriter::tell(const RecipientGroup& group, size_t listed, Detail detail,
                      std::optional<Draft>& draft) {
  if (!draft || draft->listed != listed)
    draft.emplace(sentences_.explanation(group, listed, detail), listed);
  told_.push_back(draft->told);
  drafts_.push_back(&draft->explanation);
}

bool NoteWriter::fits(size_t full, size_t kept, LeaveOut how_much) {
  const std::vector<RecipientGroup> gathered = gather_behind(groups_, kept);
  rest_ = Drafts(gathered.size());
  if (full > 0 && full_.empty()) full_ = Drafts(kept);
  if (full < kept && brief_.empty()) brief_ = Drafts(kept);
  const size_t count = kept + gathered.size();
  told_.clear();
  told_.reserve(count);
  drafts_.clear();
  drafts_.reserve(count);
  size_t left = listed_;
  for (size_t i = 0; i < count; ++i) {
    const RecipientGroup& group = i < kept ? groups_[i] : gathered[i - kept];
    const size_t listed = share(left, count - i, group.addresses.size());
    left -= std::min(left, listed);
    const Detail detail = i < full ? Detail::kFull : Detail::kBrief;
    std::optional<Draft>& draft = i >= kept ? rest_[i - kept] : i < full ? full_[i] : brief_[i];
    tell(group, listed, detail, draft);
  }
  return fit_by_leaving_out(told_, count_words(others_), most_, how_much);
}

// From the fullest form down to the shortest: what a reader misses most is left out last. A group
// that is told in brief but with what to do about it helps more than one in whole sentences alone.
LanguageNote NoteWriter::write() {
  const size_t all = std::min(groups_.size(), kMostGroups);
  bool done = fits_with_most_in_full(all, LeaveOut::kRepetitions) ||
              fits_with_most_in_full(all, LeaveOut::kActions) || fits(1, all, LeaveOut::kOutlooks);
  if (!done) others_.clear();
  for (size_t kept = all; kept > 0 && !done; --kept) done = fits(1, kept, LeaveOut::kOutlooks);
  if (!done) {
    listed_ = 1;
    fits(1, 1, LeaveOut::kSuccesses);
  }
  LanguageNote note = told_note();
  if (calls_for_contact(note)) note.contact = std::move(contact_);
  return note;
}

bool NoteWriter::fits_with_most_in_full(size_t kept, LeaveOut how_much) {
  if (fits(kept, kept, how_much)) return true;
  for (size_t full = std::min(kept, kMostFullGroups); full-- > 1;) {
    if (fits(full, kept, how_much)) return true;
  }
  return false;
}

LanguageNote NoteWriter::told_note() {
  LanguageNote note;
  note.explanations.reserve(told_.size());
  for (size_t i = 0; i < told_.size(); ++i) {
    told_[i].cut(*drafts_[i]);
    note.explanations.push_back(std::move(*drafts_[i]));
  }
  note.other_recipients = std::move(others_);
  return note;
}

LanguageNote NoteWriter::write_backscatter() {
  LanguageNote note;
  note.explanations.push_back(sentences_.backscatter(groups_, listed_));
  fit_by_leaving_out(note, kMostWords, LeaveOut::kRepetitions);
  return note;
}

}  // namespace plainbounce
