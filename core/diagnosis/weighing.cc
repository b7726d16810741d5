#include "core/diagnosis/weighing.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/base/concat.h"
#include "core/diagnosis/looked_up_name.h"
#include "core/smtp/reply_wrapper.h"

namespace plainbounce {
namespace {

constexpr size_t kQuotedBytes = 500;  // of a reply, in the evidence

Kind kind_of_digit(int digit) {
  return digit == 2 ? Kind::kSuccess : digit == 4 ? Kind::kTemporary : Kind::kPermanent;
}

std::string text_of(const SmtpReply& reply) {
  constexpr size_t kCodes = 16;  // bytes
  std::string text;
  text.reserve(reply.text.size() + kCodes);
  const auto add = [&](std::string_view words) {
    if (!text.empty() && !words.empty()) text += ' ';
    text += words;
  };
  if (reply.code) add(reply.code->to_string());
  if (reply.enhanced) add(reply.enhanced->to_string());
  add(reply.text);
  return text;
}

bool is_about_an_address(const CauseId& cause) {
  return cause == "address-unknown" || cause == "address-syntax" || cause == "domain-not-found" ||
         cause == "domain-accepts-no-mail" || cause == "mailbox-disabled";
}

template <size_t kSize>
bool is_one_of(const std::array<std::string_view, kSize>& causes, const CauseId& cause) {
  return std::find(causes.begin(), causes.end(), cause) != causes.end();
}

bool is_for_good(const CauseId& cause) {
  constexpr std::array<std::string_view, 5> kCauses = {"address-unknown", "address-syntax",
                                                       "domain-accepts-no-mail", "mailbox-disabled",
                                                       "mailbox-moved"};
  return is_one_of(kCauses, cause);
}

bool passes(const CauseId& cause) {
  constexpr std::array<std::string_view, 4> kCauses = {
      "greylisted", "mailbox-busy", "system-not-accepting", "too-many-connections"};
  return is_one_of(kCauses, cause);
}

bool is_sure_of_sender(const CauseId& cause) {
  return cause == "sender-refused" || cause == "login-required";  // "not logged in"
}

bool is_sure_of_checked_address(const CauseId& cause) {
  return cause == "sender-refused" || cause.starts_with("address-") ||
         cause.starts_with("mailbox-");
}

// Words about the sender tell nothing sure about a recipient. Behind those of an address check
// stands what became of the check: what was said of the server that made it (that it is blocked,
// that it got no connection) was not said of the message.
bool is_only_likely(const SmtpReply& reply, const CauseId& cause) {
  const auto is_doubted_in = [&cause](std::string_view part) {
    return (speaks_of_sender(part) && !is_sure_of_sender(cause)) ||
           (speaks_of_address_check(part) && !is_sure_of_checked_address(cause));
  };
  return is_doubted_in(reply.wrapper) || is_doubted_in(reply.text);
}

}  // namespace

Weighing::Weighing(const KnowledgeBase& knowledge, Testimony testimony,
                   std::string recipient_domain)
    : knowledge_(knowledge),
      testimony_(std::move(testimony)),
      recipient_domain_(std::move(recipient_domain)) {}

Diagnosis Weighing::run(Outlook outlook, std::vector<Evidence> evidence) {
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

void Weighing::note_reply() {
  const SmtpReply& reply = testimony_.reply;
  if (!testimony_.diagnostic_type.empty()) {
    const bool remote = is_remote_reply(testimony_);
    result_.evidence.push_back(
        {"diagnostic-type", clean_text(testimony_.diagnostic_type, kQuotedBytes),
         remote ? "a remote server's reply" : "the reporting system's own words"});
  }
  const std::string text = text_of(reply);
  if (text.empty()) {
    result_.evidence.push_back({"reply", "", "there is none"});
    return;
  }
  std::string says = testimony_.source == "notice" ? "read from the notice" : "read";
  if (is_aftermath(reply)) says = "only follows from an earlier refusal, proves nothing";
  result_.evidence.push_back({"reply", clean_text(text, kQuotedBytes), says});
}

void Weighing::decide_success(const CodeWeight& codes) {
  result_.kind = Kind::kSuccess;
  const CodeEntry* entry = codes.code.empty() ? nullptr : knowledge_.find_code(codes.code);
  const bool success = entry != nullptr && entry->kind == Kind::kSuccess;
  settle(success ? codes.cause : "unclear", success ? codes.confidence : Confidence::kUnsure,
         "a success is no failure, whatever the words say");
}

void Weighing::decide_failure(const CodeWeight& codes, const std::optional<WordWeight>& words) {
  set_kind(nullptr);
  if (is_aftermath(testimony_.reply)) {
    return settle("unclear", Confidence::kUnsure, "the real refusal is not in the report");
  }
  const Rule* rule = words ? words->match.rule : nullptr;
  const bool code_speaks = codes.confidence != Confidence::kUnsure;
  if (rule == nullptr) {
    const bool has_words = !testimony_.reply.text.empty();
    const Confidence surest =
        has_words || codes.may_be_derived ? Confidence::kLikely : Confidence::kCertain;
    const char* why = !code_speaks ? "neither code nor words tell the cause"
                      : has_words  ? "by the code, whose words are not known"
                                   : "by the code alone";
    return settle(codes.cause, std::max(codes.confidence, surest), why);
  }
  // Two witnesses need no more; a number without a reply code may be any number.
  const SmtpReply& reply = testimony_.reply;
  const bool agree = rule->cause == codes.cause && codes.confidence == Confidence::kCertain &&
                     (reply.code || !reply.enhanced);
  const bool proves =
      agree || (words->is_plain && !testimony_.is_whole_notice && !is_doubted_by_reply(*words));
  const Confidence said =
      std::max(words->match.confidence, proves ? Confidence::kCertain : Confidence::kLikely);
  if (!code_speaks) return settle_by_rule(*rule, said, "by the words");
  if (rule->cause == codes.cause) {
    const Confidence surer = agree ? codes.confidence : said;
    return settle_by_rule(*rule, surer, "words and code agree");
  }
  const bool given_up = codes.cause == "expired";  // any real error tells more than that
  if (rule->cause == "expired") {
    return settle(codes.cause, codes.confidence, "by the code, which tells more");
  }
  if (words->only_suggests && !given_up) {
    const Confidence surest = std::max(codes.confidence, Confidence::kLikely);
    return settle(codes.cause, surest, "by the code; the words only suggest another");
  }
  // Words beat numbers, but where a specific number contradicts them nothing is certain. A
  // provider's or program's rule knows which numbers they misuse.
  const bool doubt =
      codes.confidence == Confidence::kCertain && rule->scope == "generic" && !given_up;
  settle_by_rule(*rule, doubt ? Confidence::kLikely : said, "by the words, against the code");
}

void Weighing::settle_by_rule(const Rule& rule, Confidence confidence, const char* why) {
  rule_ = &rule;
  result_.rule = rule.id;
  set_kind(&rule);
  if (rule.cause == "domain-not-found" && !is_recipients_own_name()) {
    return settle("dns-problem", confidence,
                  "the name that was not found is not the recipient's own");
  }
  settle(rule.cause, confidence, why);
}

// The server answered to MAIL FROM; the address that it does not like is the sender's then.
bool Weighing::is_answer_to_sender() const {
  const std::optional<std::string>& command = testimony_.reply.command;
  return command && starts_with_ignoring_case(*command, "MAIL");
}

// Words of no provider that do not fit to the reply in which they stand. One that is temporary
// does not speak of what is for good, a permanent one not of what passes. And who answers has been
// found: the domain that he misses is as often the sender's.
bool Weighing::is_doubted_by_reply(const WordWeight& words) const {
  const Rule& rule = *words.match.rule;
  if (rule.scope != "generic" || !testimony_.reply.code) return false;
  if (rule.cause == "domain-not-found") {
    return is_remote_reply(testimony_) && !words.names_recipient && !is_answer_to_sender();
  }
  const int digit = testimony_.reply.code->first_digit();
  return (digit == 4 && is_for_good(rule.cause)) || (digit == 5 && passes(rule.cause));
}

// The failed lookup was for the part behind the @, or for a name that the words do not tell.
bool Weighing::is_recipients_own_name() const {
  const std::string name = looked_up_name(testimony_.reply.text);
  return name.empty() || recipient_domain_.empty() || name == recipient_domain_;
}

// The reply's first digit beats the enhanced code's class; a rule may know better than both.
void Weighing::set_kind(const Rule* rule) {
  const int digit = first_digit(testimony_);
  if (rule != nullptr && rule->kind) {
    result_.kind = *rule->kind;
  } else if (digit != 0) {
    result_.kind = kind_of_digit(digit);
  } else {
    const CauseEntry* entry = knowledge_.find_cause(rule != nullptr ? rule->cause : "unclear");
    if (entry != nullptr) result_.kind = entry->kind;
  }
}

void Weighing::set_actor() {
  const CauseEntry* entry = knowledge_.find_cause(result_.cause);
  if (result_.kind == Kind::kSuccess) {
    result_.actor = Party::kNobody;
  } else if (rule_ != nullptr && rule_->actor) {
    result_.actor = *rule_->actor;
  } else if (entry != nullptr) {
    const bool retrying = result_.outlook == Outlook::kRetrying && entry->actor_retrying;
    result_.actor = retrying ? *entry->actor_retrying : entry->actor;
  }
}

void Weighing::settle(CauseId cause, Confidence confidence, const char* why) {
  if (is_answer_to_sender() && is_about_an_address(cause)) {
    cause = "sender-refused";
    why = "the answer came to MAIL FROM and means the sender";
  }
  if (confidence == Confidence::kCertain && is_only_likely(testimony_.reply, cause)) {
    confidence = Confidence::kLikely;
    why = "it may only tell what became of the check of an address";
  }
  if (cause == "unclear") confidence = Confidence::kUnsure;
  result_.cause = confidence == Confidence::kUnsure ? CauseId("unclear") : std::move(cause);
  result_.confidence = confidence;
  set_actor();
  result_.evidence.push_back(
      {"decision", why, concat({"cause ", result_.cause, ", confidence ", to_string(confidence)})});
}

void Weighing::name_code() {
  result_.code = code_to_explain(knowledge_, testimony_, result_.cause);
  const CodeEntry* entry = knowledge_.find_code_or_parent(result_.code);
  if (entry != nullptr) result_.code_title = entry->title;
}

void Weighing::name_provider() {
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

}  // namespace plainbounce
