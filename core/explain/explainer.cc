#include "core/explain/explainer.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/ascii.h"
#include "core/explain/internal_names.h"
#include "core/explain/recipient_groups.h"
#include "core/explain/sentences.h"
#include "core/explain/shown_address.h"
#include "core/explain/support_block.h"
#include "core/explain/word_limit.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

// More groups than these never fit: a title and a brief sentence have no fewer words than that.
constexpr size_t kMostGroups = kMostWords / 6;
// The same for whole explanations.
constexpr size_t kMostFullGroups = kMostWords / 15;

bool hides_internal(const ExplainContext& context) {
  return context.site->hide_internal || context.reader == Reader::kOutside ||
         context.reader == Reader::kUnknown;
}

bool is_backscatter_note(const ExplainContext& context) {
  return context.backscatter.value_or(false) && context.reader != Reader::kPostmaster;
}

// Gives each group its share of the addresses that may be listed, the first ones the rest.
std::vector<size_t> shares(const std::vector<RecipientGroup>& groups, size_t listed) {
  std::vector<size_t> shares;
  size_t left = listed;
  for (size_t i = 0; i < groups.size(); ++i) {
    const size_t fair = std::max<size_t>(left / (groups.size() - i), 1);
    const size_t wanted = groups[i].addresses.size();
    const size_t lists = wanted > 1 ? std::min(wanted, fair) : 0;
    shares.push_back(lists);
    left -= std::min(left, lists);
  }
  return shares;
}

// There is a failure that the reader can do something about.
bool calls_for_contact(const LanguageNote& note) {
  return std::any_of(
      note.explanations.begin(), note.explanations.end(), [](const Explanation& explanation) {
        return explanation.outlook_kind == Outlook::kFinal && !explanation.actions.empty();
      });
}

// Writes one language's user part, as full as the word limit allows.
class NoteWriter {
 public:
  NoteWriter(const std::vector<RecipientGroup>& groups, const LanguageTexts& texts,
             const ExplainContext& context, bool others_left_out)
      : groups_(groups),
        sentences_(texts, context),
        listed_(context.site->listed_addresses),
        // Groups are in the order of outlooks: a report without failures needs no contact.
        contact_(groups.front().outlook == Outlook::kFinal ? sentences_.contact() : ""),
        most_(kMostWords - std::min(count_words(contact_), kMostWords / 2)) {
    if (others_left_out) others_ = sentences_.frame().text("other_recipients");
  }

  LanguageNote write();
  LanguageNote write_backscatter();

 private:
  // The first `full` groups in whole sentences; the first `kept` by themselves.
  bool fits(size_t full, size_t kept, LeaveOut how_much);
  bool fits_with_most_in_full(size_t kept, LeaveOut how_much);

  const std::vector<RecipientGroup>& groups_;
  Sentences sentences_;
  size_t listed_;
  std::string contact_;
  size_t most_;
  std::string others_;
  LanguageNote note_;
};

bool NoteWriter::fits(size_t full, size_t kept, LeaveOut how_much) {
  const std::vector<RecipientGroup> told = gather_behind(groups_, kept);
  const std::vector<size_t> lists = shares(told, listed_);
  note_ = {};
  for (size_t i = 0; i < told.size(); ++i) {
    const Detail detail = i < full ? Detail::kFull : Detail::kBrief;
    note_.explanations.push_back(sentences_.explanation(told[i], lists[i], detail));
  }
  note_.other_recipients = others_;
  return fit_by_leaving_out(note_, most_, how_much);
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
  if (calls_for_contact(note_)) note_.contact = contact_;
  return std::move(note_);
}

bool NoteWriter::fits_with_most_in_full(size_t kept, LeaveOut how_much) {
  if (fits(kept, kept, how_much)) return true;
  for (size_t full = std::min(kept, kMostFullGroups); full-- > 1;) {
    if (fits(full, kept, how_much)) return true;
  }
  return false;
}

LanguageNote NoteWriter::write_backscatter() {
  note_.explanations = {sentences_.backscatter(groups_, listed_)};
  fit_by_leaving_out(note_, kMostWords, LeaveOut::kRepetitions);
  return std::move(note_);
}

LanguageNote language_note(const std::vector<RecipientGroup>& groups, const LanguageTexts& texts,
                           const ExplainContext& context, bool others_left_out) {
  NoteWriter writer(groups, texts, context, others_left_out);
  LanguageNote note = is_backscatter_note(context) ? writer.write_backscatter() : writer.write();
  note.language = texts.id;
  return note;
}

// Whom the returned message's header names as its recipients.
std::vector<std::string> named_recipients(const DeliveryReport& report) {
  std::vector<std::string> named;
  if (!report.original) return named;
  for (const auto* field : {&report.original->to, &report.original->cc}) {
    if (!*field) continue;
    const std::vector<std::string> addresses = addresses_in(**field);
    named.insert(named.end(), addresses.begin(), addresses.end());
  }
  return named;
}

// The returned message names one of the report's recipients and somebody else. Where it names none
// of them, the mail went through a list or a forwarding, and nothing is known.
bool leaves_out_recipients(const DeliveryReport& report) {
  std::set<std::string> reported;
  for (const PerRecipientFields& recipient : report.recipients) {
    reported.insert(to_lower(address_to_show(recipient)));
    if (recipient.final_recipient) reported.insert(to_lower(recipient.final_recipient->value));
  }
  bool one_reported = false;
  bool one_left_out = false;
  for (const std::string& address : named_recipients(report)) {
    const bool known = reported.count(to_lower(address)) != 0;
    one_reported = one_reported || known;
    one_left_out = one_left_out || !known;
  }
  return one_reported && one_left_out;
}

// What may be shown of each recipient's address: the one that the sender wrote as it is, another
// one without the name of an internal machine.
std::vector<std::string> addresses_shown(const DeliveryReport& report,
                                         const std::vector<DiagnosedRecipient>& recipients,
                                         const InternalNames& internal, const Frame& frame) {
  std::vector<std::string> shown;
  for (const DiagnosedRecipient& recipient : recipients) {
    const bool written_by_sender = recipient.index < report.recipients.size() &&
                                   report.recipients[recipient.index].original_recipient;
    shown.push_back(written_by_sender
                        ? recipient.address
                        : internal.hide_in_address(recipient.address, frame.text("hidden_host")));
  }
  return shown;
}

std::vector<std::string> for_sentences(const std::vector<std::string>& shown) {
  std::vector<std::string> usable;
  usable.reserve(shown.size());
  for (const std::string& address : shown) usable.push_back(address_in_sentence(address));
  return usable;
}

// Overlays may bring a language that does not have everything yet.
bool has_all_causes(const LanguageTexts& texts, const std::vector<RecipientGroup>& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const RecipientGroup& group) {
    return texts.causes.count(group.cause) != 0;
  });
}

}  // namespace

Result<Note> Explainer::explain(const DeliveryReport& report,
                                const std::vector<DiagnosedRecipient>& recipients,
                                const ExplainContext& context) const {
  if (recipients.empty()) return fail("the report names no recipient");
  const InternalNames internal(*context.site, report);
  const bool others_left_out = leaves_out_recipients(report);
  Note note;
  for (const std::string& language :
       choose_languages(knowledge_, report, *context.settings, context.site->choose_by_reader)) {
    const LanguageTexts* texts = knowledge_.texts(language);
    if (texts == nullptr) continue;
    const std::vector<std::string> shown =
        addresses_shown(report, recipients, internal, Frame(*texts));
    const std::vector<RecipientGroup> groups =
        group_recipients(recipients, for_sentences(shown), &report.recipients, *texts);
    if (!has_all_causes(*texts, groups)) continue;
    note.languages.push_back(language_note(groups, *texts, context, others_left_out));
    if (note.languages.size() > 1) continue;
    const Sentences sentences(*texts, context);
    note.support_title = sentences.frame().text("support_title");
    note.support = support_blocks(report, recipients, shown, context, internal,
                                  hides_internal(context), sentences);
    note.shown_addresses = shown;
    note.closing = sentences.frame().text("closing");
  }
  if (note.languages.empty()) return fail("no language that is asked for has texts");
  return note;
}

Result<Explanation> Explainer::explain_one(const Diagnosis& diagnosis, const std::string& address,
                                           const PerRecipientFields* fields,
                                           const std::string& language,
                                           const ExplainContext& context) const {
  const LanguageTexts* texts = knowledge_.texts(language);
  if (texts == nullptr) return fail("there are no texts in the language \"" + language + "\"");
  const std::vector<DiagnosedRecipient> recipients = {{0, address, diagnosis}};
  DeliveryReport report;
  if (fields != nullptr) report.recipients.push_back(*fields);
  const InternalNames internal(*context.site, report);
  const std::vector<std::string> shown =
      fields != nullptr ? addresses_shown(report, recipients, internal, Frame(*texts))
                        : std::vector<std::string>{address};
  const std::vector<RecipientGroup> groups =
      group_recipients(recipients, for_sentences(shown), &report.recipients, *texts);
  if (!has_all_causes(*texts, groups))
    return fail("the language \"" + language + "\" has no texts for " + groups.front().cause);
  const LanguageNote note = language_note(groups, *texts, context, false);
  Explanation explanation = note.explanations.front();
  explanation.contact = note.contact;
  return explanation;
}

}  // namespace plainbounce
