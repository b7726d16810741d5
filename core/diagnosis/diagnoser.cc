#include "core/diagnosis/diagnoser.h"

#include <utility>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/base/concat.h"
#include "core/diagnosis/session_weight.h"
#include "core/diagnosis/testimony.h"
#include "core/diagnosis/weighing.h"

namespace plainbounce {
namespace {

constexpr size_t kQuotedBytes = 500;  // of a reply, in the evidence
constexpr size_t kUsualEvidence = 8;

Outlook outlook_of_digit(int digit) {
  return digit == 2 ? Outlook::kDone : digit == 4 ? Outlook::kRetrying : Outlook::kFinal;
}

// What Postfix writes into the report of an address probe ("sendmail -bv").
bool is_probe(const PerRecipientFields& recipient) {
  return recipient.action == Action::kUnknown &&
         (starts_with_ignoring_case(recipient.action_text, "deliverable") ||
          starts_with_ignoring_case(recipient.action_text, "undeliverable"));
}

// The last reply's class does not tell: after a temporary one the attempts go on or are over.
Outlook outlook_without_action(const PerRecipientFields& recipient, const Testimony& testimony) {
  if (starts_with_ignoring_case(recipient.action_text, "deliverable")) return Outlook::kDone;
  if (starts_with_ignoring_case(recipient.action_text, "undeliverable")) return Outlook::kFinal;
  const Outlook outlook = outlook_of_digit(first_digit(testimony));
  return outlook == Outlook::kRetrying ? Outlook::kUnknown : outlook;
}

struct ActionMeaning {
  Outlook outlook;
  const char* cause;  // null: the rest of the report tells it
};

ActionMeaning meaning_of(const PerRecipientFields& recipient, const Testimony& testimony) {
  switch (recipient.action) {
    case Action::kFailed:
      return {Outlook::kFinal, nullptr};
    case Action::kDelayed:
      return {Outlook::kRetrying, nullptr};
    case Action::kDelivered:
      return {Outlook::kDone, "delivered"};
    case Action::kRelayed:
      return {Outlook::kDone, "relayed"};
    case Action::kExpanded:
      return {Outlook::kDone, "expanded"};
    case Action::kUnknown:
      break;
  }
  return {outlook_without_action(recipient, testimony), nullptr};
}

std::string domain_of_recipient(const PerRecipientFields& recipient) {
  if (!recipient.final_recipient) return {};
  const std::string& address = recipient.final_recipient->value;
  const size_t at = address.rfind('@');
  return at == std::string::npos ? std::string() : to_lower(address.substr(at + 1));
}

// Whether all that a diagnosis looks at is the same. Addresses differ.
bool are_alike(const PerRecipientFields& one, const PerRecipientFields& other) {
  return one.action == other.action && one.action_text == other.action_text &&
         one.status == other.status && one.remote_mta == other.remote_mta &&
         one.diagnostic_code == other.diagnostic_code && one.notice_text == other.notice_text &&
         domain_of_recipient(one) == domain_of_recipient(other);
}

}  // namespace

std::vector<Diagnosis> Diagnoser::diagnose_all(const DeliveryReport& report) const {
  std::vector<Diagnosis> all;
  all.reserve(report.recipients.size());
  const PerRecipientFields* before = nullptr;
  for (const PerRecipientFields& recipient : report.recipients) {
    const bool again = before != nullptr && are_alike(*before, recipient);
    all.push_back(again ? all.back() : diagnose(recipient));
    before = &recipient;
  }
  if (report.session) settle_session(knowledge_, *report.session, all);
  return all;
}

Diagnosis Diagnoser::diagnose(const PerRecipientFields& recipient) const {
  Testimony testimony = collect_testimony(recipient);
  const ActionMeaning meaning = meaning_of(recipient, testimony);
  const std::string action = recipient.action_text.empty() ? "none" : recipient.action_text;
  std::vector<Evidence> evidence;
  evidence.reserve(kUsualEvidence);
  evidence.push_back({"action", clean_text(action, kQuotedBytes),
                      concat({"outlook ", to_string(meaning.outlook)})});
  Diagnosis diagnosis = Weighing(knowledge_, std::move(testimony), domain_of_recipient(recipient))
                            .run(meaning.outlook, std::move(evidence));
  const bool timed_out =
      diagnosis.cause == "expired" && diagnosis.confidence == Confidence::kCertain;
  if (diagnosis.outlook == Outlook::kUnknown && timed_out) {
    diagnosis.outlook = Outlook::kFinal;
    diagnosis.evidence.push_back({"decision", "the time for attempts is over", "outlook final"});
  }
  if (is_probe(recipient) && meaning.outlook == Outlook::kDone) {
    diagnosis.cause = "unclear";
    diagnosis.confidence = Confidence::kUnsure;
    diagnosis.evidence.push_back({"decision", "an address was only checked, nothing was delivered",
                                  "cause unclear, confidence unsure"});
  } else if (meaning.cause != nullptr) {
    diagnosis.cause = meaning.cause;
    diagnosis.kind = Kind::kSuccess;
    diagnosis.actor = Party::kNobody;
    diagnosis.confidence = Confidence::kCertain;
    diagnosis.rule.clear();
    // A failure's code beside a success explains nothing.
    if (!diagnosis.code.starts_with('2')) {
      diagnosis.code.clear();
      diagnosis.code_title.clear();
    }
    diagnosis.evidence.push_back({"decision", "Action alone tells a success",
                                  "cause " + diagnosis.cause + ", confidence certain"});
  }
  return diagnosis;
}

Diagnosis Diagnoser::diagnose_reply(const SmtpReply& reply, std::string_view host) const {
  Testimony testimony;
  testimony.reply = reply;
  testimony.host = host.empty() ? reply.host : std::string(host);
  const Outlook outlook = outlook_of_digit(first_digit(testimony));
  return Weighing(knowledge_, std::move(testimony), {}).run(outlook, {});
}

}  // namespace plainbounce
