#include "core/explain/explainer.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/base/ascii.h"
#include "core/explain/internal_names.h"
#include "core/explain/note_writer.h"
#include "core/explain/recipient_groups.h"
#include "core/explain/sentences.h"
#include "core/explain/support_block.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

bool hides_internal(const ExplainContext& context) {
  return context.site->hide_internal || context.reader == Reader::kOutside ||
         context.reader == Reader::kUnknown;
}

bool is_backscatter_note(const ExplainContext& context) {
  return context.backscatter.value_or(false) && context.reader != Reader::kPostmaster;
}

LanguageNote language_note(const std::vector<RecipientGroup>& groups, const LanguageTexts& texts,
                           const ExplainContext& context, bool others_left_out) {
  NoteWriter writer(groups, texts, context, others_left_out);
  LanguageNote note = is_backscatter_note(context) ? writer.write_backscatter() : writer.write();
  note.language = texts.id;
  return note;
}

// The returned message names one of the report's recipients and somebody else. Where it names none
// of them, the mail went through a list or a forwarding, and nothing is known.
bool leaves_out_recipients(const DeliveryReport& report) {
  if (!report.original) return false;
  const std::optional<std::string>& to = report.original->to;
  const std::optional<std::string>& cc = report.original->cc;
  // One address alone, as most mail has: it is reported, or nothing is known.
  if (!cc && (!to || to->find_first_of(",;") == std::string::npos)) return false;
  std::set<std::string> reported;
  for (const PerRecipientFields& recipient : report.recipients) {
    reported.insert(to_lower(address_to_show(recipient)));
    if (recipient.final_recipient) reported.insert(to_lower(recipient.final_recipient->value));
  }
  bool one_reported = false;
  bool one_left_out = false;
  for (const auto* field : {&to, &cc}) {
    if (!*field) continue;
    for (const std::string& address : addresses_in(**field)) {
      const bool known = reported.count(to_lower(address)) != 0;
      one_reported = one_reported || known;
      one_left_out = one_left_out || !known;
    }
  }
  return one_reported && one_left_out;
}

bool is_written_by_sender(const DeliveryReport& report, const DiagnosedRecipient& recipient) {
  return recipient.index < report.recipients.size() &&
         report.recipients[recipient.index].original_recipient;
}

// Nothing where no name of the report is to be hidden.
std::optional<InternalNames> internal_names(const DeliveryReport& report,
                                            const std::vector<DiagnosedRecipient>& recipients,
                                            const ExplainContext& context) {
  const bool all_written_by_sender = std::all_of(
      recipients.begin(), recipients.end(),
      [&](const DiagnosedRecipient& recipient) { return is_written_by_sender(report, recipient); });
  if (all_written_by_sender && !hides_internal(context)) return std::nullopt;
  return InternalNames(*context.site, report);
}

// What may be shown of each recipient's address: the one that the sender wrote as it is, another
// one without the name of an internal machine.
std::vector<std::string> addresses_shown(const DeliveryReport& report,
                                         const std::vector<DiagnosedRecipient>& recipients,
                                         const std::optional<InternalNames>& internal,
                                         const Frame& frame) {
  std::vector<std::string> shown;
  shown.reserve(recipients.size());
  for (const DiagnosedRecipient& recipient : recipients) {
    if (!internal || is_written_by_sender(report, recipient)) {
      shown.push_back(recipient.address);
    } else {
      shown.push_back(internal->hide_in_address(recipient.address, frame.text("hidden_host")));
    }
  }
  return shown;
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
                                const ExplainContext& circumstances) const {
  ExplainContext context = circumstances;
  context.report = &report;
  if (recipients.empty()) return fail("the report names no recipient");
  const std::optional<InternalNames> internal = internal_names(report, recipients, context);
  const bool others_left_out = leaves_out_recipients(report);
  Note note;
  for (const std::string& language :
       choose_languages(knowledge_, report, *context.settings, context.site->choose_by_reader)) {
    const LanguageTexts* texts = knowledge_.texts(language);
    if (texts == nullptr) continue;
    std::vector<std::string> shown = addresses_shown(report, recipients, internal, Frame(*texts));
    const GroupOrder order = report.session ? GroupOrder::kFirstStays : GroupOrder::kOutlook;
    const std::vector<RecipientGroup> groups =
        group_recipients(recipients, shown, &report.recipients, *texts, order);
    if (!has_all_causes(*texts, groups)) continue;
    note.languages.push_back(language_note(groups, *texts, context, others_left_out));
    if (note.languages.size() > 1) continue;
    const Sentences sentences(*texts, context);
    note.support_title = sentences.frame().text("support_title");
    note.support = support_blocks(report, recipients, shown, context,
                                  hides_internal(context) ? &*internal : nullptr, sentences);
    note.shown_addresses = std::move(shown);
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
  const std::optional<InternalNames> internal = internal_names(report, recipients, context);
  const std::vector<std::string> shown =
      fields != nullptr ? addresses_shown(report, recipients, internal, Frame(*texts))
                        : std::vector<std::string>{address};
  const std::vector<RecipientGroup> groups =
      group_recipients(recipients, shown, &report.recipients, *texts);
  if (!has_all_causes(*texts, groups))
    return fail("the language \"" + language + "\" has no texts for " + groups.front().cause);
  const LanguageNote note = language_note(groups, *texts, context, false);
  Explanation explanation = note.explanations.front();
  explanation.contact = note.contact;
  return explanation;
}

}  // namespace plainbounce
