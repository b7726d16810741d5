#include "core/diagnosis/diagnoser.h"

#include <algorithm>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/diagnosis/code_weight.h"
#include "core/diagnosis/looked_up_name.h"
#include "core/diagnosis/testimony.h"
#include "core/diagnosis/word_weight.h"

namespace plainbounce {
namespace {

constexpr size_t kQuotedBytes = 500;  // of a reply, in the evidence

Kind kind_of_digit(int digit) {
  return digit == 2 ? Kind::kSuccess : digit == 4 ? Kind::kTemporary : Kind::kPermanent;
}

// Class digit of the reply code, else of its enhanced code, else of Status; 0 when there is none.
int first_digit(const Testimony& testimony) {
  if (testimony.reply.code) return testimony.reply.code->first_digit();
  if (testimony.reply.enhanced) return testimony.reply.enhanced->class_digit();
  return testimony.status ? testimony.status->class_digit() : 0;
}

Outlook outlook_of_digit(int digit) {
  return digit == 2 ? Outlook::kDone : digit == 4 ? Outlook::kRetrying : Outlook::kFinal;
}

// What Postfix writes into the report of an address probe ("sendmail -bv").
bool is_probe(const PerRecipientFields& recipient) {
  return recipient.action == Action::kUnknown &&
         (starts_with_ignoring_case(recipient.action_text, "deliverable") ||
          starts_with_ignoring_case(recipient.action_text, "undeliverable"));
}

Outlook outlook_without_action(const PerRecipientFields& recipient, const DeliveryReport& report,
                               const Testimony& testimony) {
  if (starts_with_ignoring_case(recipient.action_text, "deliverable")) return Outlook::kDone;
  if (starts_with_ignoring_case(recipient.action_text, "undeliverable")) return Outlook::kFinal;
  const Outlook outlook = outlook_of_digit(first_digit(testimony));
  // A bounce in running text is sent when the attempts are over, whatever the last reply was.
  const bool over = outlook == Outlook::kRetrying && !report.machine_readable;
  return over ? Outlook::kFinal : outlook;
}

struct ActionMeaning {
  Outlook outlook;
  const char* cause;  // null: the rest of the report tells it
};

ActionMeaning meaning_of(const PerRecipientFields& recipient, const DeliveryReport& report,
                         const Testimony& testimony) {
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
  return {outlook_without_action(recipient, report, testimony), nullptr};
}

// Weighs one testimony into a diagnosis whose outlook is settled.
class Weighing {
 public:
  Weighing(const KnowledgeBase& knowledge, Testimony testimony, std::string recipient_domain)
      : knowledge_(knowledge),
        testimony_(std::move(testimony)),
        recipient_domain_(std::move(recipient_domain)) {}

  Diagnosis run(Outlook outlook, std::vector<Evidence> evidence) {
    result_.outlook = outlook;
    result_.evidence = std::move(evidence);
    note_reply();
    const CodeWeight codes = weigh_codes(knowledge_, testimony_, result_.evidence);
    if (outlook == Outlook::kDone) {
      decide_success(codes);
    } else if (first_digit(testimony_) == 2) {
      result_.kind = outlook == Outlook::kRetrying ? Kind::kTemporary : Kind::kPermanent;
      settle("unclear", Confidence::kUnsure, "a success tells nothing about a failure");
    } else {
      decide_failure(codes, weigh_words(knowledge_, testimony_, result_.evidence));
    }
    name_code();
    name_provider();
    result_.reply = std::move(testimony_.reply);
    return std::move(result_);
  }

 private:
  void note_reply() {
    const SmtpReply& reply = testimony_.reply;
    if (!testimony_.diagnostic_type.empty()) {
      const bool remote = is_remote_reply(testimony_);
      result_.evidence.push_back(
          {"diagnostic-type", testimony_.diagnostic_type,
           remote ? "a remote server's reply" : "the reporting system's own words"});
    }
    std::string text;
    if (reply.code) text = reply.code->to_string();
    if (reply.enhanced) text += (text.empty() ? "" : " ") + reply.enhanced->to_string();
    if (!reply.text.empty()) text += (text.empty() ? "" : " ") + reply.text;
    if (text.empty()) {
      result_.evidence.push_back({"reply", "", "there is none"});
      return;
    }
    std::string says = testimony_.source == "notice" ? "read from the notice" : "read";
    if (is_aftermath(reply)) says = "only follows from an earlier refusal, proves nothing";
    result_.evidence.push_back({"reply", clean_text(text, kQuotedBytes), says});
  }

  void decide_success(const CodeWeight& codes) {
    result_.kind = Kind::kSuccess;
    const CodeEntry* entry = codes.code.empty() ? nullptr : knowledge_.find_code(codes.code);
    const bool success = entry != nullptr && entry->kind == Kind::kSuccess;
    settle(success ? codes.cause : "unclear", success ? codes.confidence : Confidence::kUnsure,
           "a success is no failure, whatever the words say");
  }

  void decide_failure(const CodeWeight& codes, std::optional<WordWeight> words) {
    if (is_aftermath(testimony_.reply)) {
      set_kind(nullptr);
      return settle("unclear", Confidence::kUnsure, "the real refusal is not in the report");
    }
    const Rule* rule = words ? words->match.rule : nullptr;
    const bool code_speaks = codes.confidence != Confidence::kUnsure;
    if (rule == nullptr) {
      set_kind(nullptr);
      const char* why = code_speaks ? "by the code alone" : "neither code nor words tell the cause";
      return settle(codes.cause, codes.confidence, why);
    }
    if (!code_speaks) return settle_by_rule(*rule, rule->confidence, "by the words");
    if (rule->cause == codes.cause) {
      const Confidence surer = std::min(rule->confidence, codes.confidence);
      return settle_by_rule(*rule, surer, "words and code agree");
    }
    const bool code_knows_better =
        rule->cause == "expired" || (words->only_suggests && codes.cause != "expired");
    if (code_knows_better) {
      set_kind(nullptr);
      return settle(codes.cause, codes.confidence, "by the code; the words only suggest another");
    }
    // Words beat numbers, but where a specific number contradicts them nothing is certain.
    const bool specific_rule = rule->scope != "generic";
    const bool doubt =
        codes.confidence == Confidence::kCertain && !specific_rule && codes.cause != "expired";
    settle_by_rule(*rule, doubt ? Confidence::kLikely : rule->confidence,
                   "by the words, against the code");
  }

  void settle_by_rule(const Rule& rule, Confidence confidence, const char* why) {
    set_kind(&rule);
    result_.rule = rule.id;
    rule_ = &rule;
    if (rule.actor) result_.actor = *rule.actor;
    CauseId cause = rule.cause;
    if (cause == "domain-not-found" && !is_recipients_own_name()) {
      cause = "dns-problem";
      why = "the name that was not found is not the recipient's own";
    }
    if (speaks_of_sender() && is_about_an_address(cause)) {
      cause = "sender-refused";
      why = "the words came in answer to MAIL FROM and mean the sender";
    }
    settle(cause, confidence, why);
  }

  // The server answered to MAIL FROM; whom it does not know is the sender then.
  [[nodiscard]] bool speaks_of_sender() const {
    const std::optional<std::string>& command = testimony_.reply.command;
    return command && starts_with_ignoring_case(*command, "MAIL");
  }
  static bool is_about_an_address(const CauseId& cause) {
    return cause == "address-unknown" || cause == "address-syntax" || cause == "domain-not-found" ||
           cause == "domain-accepts-no-mail" || cause == "mailbox-disabled";
  }

  // The failed lookup was for the part behind the @, or for a name that the words do not tell.
  [[nodiscard]] bool is_recipients_own_name() const {
    const std::string name = looked_up_name(testimony_.reply.text);
    if (name.empty() || recipient_domain_.empty()) return true;
    return name == recipient_domain_;
  }

  // The reply's first digit beats the enhanced code's class; a rule may know better than both.
  void set_kind(const Rule* rule) {
    const int digit = first_digit(testimony_);
    if (rule != nullptr && rule->kind) {
      result_.kind = *rule->kind;
    } else if (digit != 0) {
      result_.kind = kind_of_digit(digit);
    } else {
      const CauseEntry* entry =
          knowledge_.find_cause(rule != nullptr ? std::string_view(rule->cause) : "unclear");
      if (entry != nullptr) result_.kind = entry->kind;
    }
  }

  void settle(const CauseId& cause, Confidence confidence, const char* why) {
    if (cause == "unclear") confidence = Confidence::kUnsure;
    result_.cause = confidence == Confidence::kUnsure ? CauseId("unclear") : cause;
    result_.confidence = confidence;
    const CauseEntry* entry = knowledge_.find_cause(result_.cause);
    const bool rule_names_actor = rule_ != nullptr && rule_->actor.has_value();
    if (entry != nullptr && !rule_names_actor) {
      const bool retrying = result_.outlook == Outlook::kRetrying && entry->actor_retrying;
      result_.actor = retrying ? *entry->actor_retrying : entry->actor;
    }
    if (result_.kind == Kind::kSuccess) result_.actor = Party::kNobody;
    result_.evidence.push_back(
        {"decision", why,
         "cause " + result_.cause + ", confidence " + std::string(to_string(confidence))});
  }

  void name_code() {
    result_.code = code_to_explain(testimony_);
    const CodeEntry* entry = knowledge_.find_code_or_parent(result_.code);
    if (entry != nullptr) result_.code_title = entry->title;
  }

  void name_provider() {
    const bool by_rule = rule_ != nullptr && (rule_->scope == "token" || rule_->scope == "text" ||
                                              rule_->scope == "host");
    const Provider* provider = by_rule ? knowledge_.find_provider(rule_->provider) : nullptr;
    if (provider == nullptr && !testimony_.host.empty()) {
      provider = knowledge_.matcher().provider_of_host(testimony_.host);
      if (provider != nullptr) {
        result_.evidence.push_back(
            {"host", clean_text(testimony_.host, kQuotedBytes), "provider " + provider->id});
      }
    }
    if (provider == nullptr) return;
    result_.provider = provider->id;
    result_.provider_name = provider->name;
  }

  const KnowledgeBase& knowledge_;
  Testimony testimony_;
  std::string recipient_domain_;
  const Rule* rule_ = nullptr;
  Diagnosis result_;
};

std::string domain_of_recipient(const PerRecipientFields& recipient) {
  if (!recipient.final_recipient) return {};
  const std::string& address = recipient.final_recipient->value;
  const size_t at = address.rfind('@');
  return at == std::string::npos ? std::string() : to_lower(address.substr(at + 1));
}

}  // namespace

Diagnosis Diagnoser::diagnose(const PerRecipientFields& recipient,
                              const DeliveryReport& report) const {
  Testimony testimony = collect_testimony(recipient);
  const ActionMeaning meaning = meaning_of(recipient, report, testimony);
  const std::string action = recipient.action_text.empty() ? "none" : recipient.action_text;
  std::vector<Evidence> evidence = {{"action", clean_text(action, kQuotedBytes),
                                     "outlook " + std::string(to_string(meaning.outlook))}};
  Diagnosis diagnosis = Weighing(knowledge_, std::move(testimony), domain_of_recipient(recipient))
                            .run(meaning.outlook, std::move(evidence));
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
