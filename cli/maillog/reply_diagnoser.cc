#include "cli/maillog/reply_diagnoser.h"

#include "cli/maillog/reply_key.h"
#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/dsn/mail_log_line.h"
#include "core/dsn/text_lines.h"
#include "core/reply/client_words.h"
#include "core/smtp/reply_prefix.h"

namespace plainbounce {
namespace {

constexpr size_t kMostReply = 4000;   // bytes that are diagnosed
constexpr size_t kMostExample = 300;  // bytes that are shown
constexpr size_t kMostName = 255;     // of a domain or a host

std::string_view words_of(const DeliveryEvent& event) {
  return event.reply.empty() ? event.reason : event.reply;
}

// Without "host mx.example.org[192.0.2.1] said: ", whose name stands beside it.
std::string_view without_wrapper(std::string_view words, std::string_view host) {
  constexpr std::string_view kHost = "host ";
  constexpr std::string_view kSaid = " said: ";
  if (host.empty() || !words.starts_with(kHost)) return words;
  if (!words.substr(kHost.size()).starts_with(host)) return words;
  const size_t said = words.find(kSaid);
  const size_t blank = words.find(' ', kHost.size());
  return said != blank ? words : words.substr(said + kSaid.size());
}

std::string domain_of_address(std::string_view address) {
  const size_t at = address.rfind('@');
  return at == std::string_view::npos ? std::string()
                                      : clean_text(to_lower(address.substr(at + 1)), kMostName);
}

TypedValue diagnostic(std::string_view words, std::string_view program) {
  std::string reason = one_line(words, kMostReply);
  const bool is_reply = begins_with_failure_code(reason);
  return {is_reply ? "smtp" : std::string(program), std::move(reason)};
}

// A reply of our own server, without what its client wrote.
PerRecipientFields fields_of_refusal(const DeliveryEvent& event) {
  PerRecipientFields fields;
  std::string reply = one_line(event.reason, kMostReply);
  if (const auto prefix = reply_prefix(reply)) {
    if (auto ours = without_client_words(reply, prefix->size)) reply = std::move(*ours);
  }
  fields.diagnostic_code = TypedValue{"smtp", std::move(reply)};
  return fields;
}

PerRecipientFields fields_of(const DeliveryEvent& event, std::string_view recipient,
                             std::string_view message) {
  if (event.kind == DeliveryEventKind::kRefused) return fields_of_refusal(event);
  PerRecipientFields fields;
  if (message.size() <= kMostReply) {
    if (auto read = read_mail_log_line(message)) fields = std::move(*read);
  }
  fields.final_recipient = TypedValue{"rfc822", one_line(recipient, kMostName)};
  if (!event.reply.empty() || !fields.diagnostic_code) {
    fields.diagnostic_code = diagnostic(words_of(event), "x-postfix");
  }
  if (!fields.remote_mta && event.host.find('.') != std::string_view::npos) {
    fields.remote_mta = TypedValue{"dns", one_line(event.host, kMostName)};
  }
  return fields;
}

void set_action(PerRecipientFields& fields, Action action) {
  fields.action = action;
  fields.action_text = to_string(action);
}

}  // namespace

size_t ReplyDiagnoser::verdict_of(const Diagnosis& diagnosis) {
  const bool clear = diagnosis.confidence != Confidence::kUnsure;
  const auto [found, is_new] = places_.try_emplace(
      {diagnosis.cause, diagnosis.provider, diagnosis.actor, clear}, verdicts_.size());
  if (is_new) {
    verdicts_.push_back(
        {diagnosis.cause, diagnosis.provider, diagnosis.provider_name, diagnosis.actor, clear});
  }
  return found->second;
}

ReplyFinding ReplyDiagnoser::diagnose(const DeliveryEvent& event, std::string_view recipient,
                                      std::string_view message) {
  ++diagnosed_;
  PerRecipientFields fields = fields_of(event, recipient, message);
  const Diagnoser diagnoser(knowledge_);
  ReplyFinding finding;
  set_action(fields, Action::kDelayed);
  finding.waiting = verdict_of(diagnoser.diagnose(fields));
  set_action(fields, Action::kFailed);
  const Diagnosis ended = diagnoser.diagnose(fields);
  finding.failed = verdict_of(ended);
  finding.code = ended.code;
  finding.rule = ended.rule;
  finding.domain = domain_of_address(recipient);
  finding.reply =
      clean_text(without_wrapper(words_of(event).substr(0, kMostReply), event.host), kMostExample);
  finding.host = clean_text(event.host, kMostName);
  if (finding.host.empty()) finding.host = clean_text(ended.reply.host, kMostName);
  return finding;
}

std::shared_ptr<const ReplyFinding> ReplyDiagnoser::find(const DeliveryEvent& event,
                                                         std::string_view recipient,
                                                         std::string_view message) {
  key_.clear();
  const bool refused = event.kind == DeliveryEventKind::kRefused;
  key_ += refused ? 'r' : 'd';
  if (!refused) {
    key_ += event.code;
    key_ += '\n';
    append_host_key(key_, event.host);
  }
  key_ += '\n';
  append_reply_key(key_, words_of(event), recipient);
  if (const auto found = kept_.find(std::string_view(key_)); found != kept_.end()) {
    return found->second;
  }
  if (kept_.size() >= most_replies_) kept_.clear();
  auto finding = std::make_shared<const ReplyFinding>(diagnose(event, recipient, message));
  kept_.emplace(key_, finding);
  return finding;
}

std::shared_ptr<const ReplyFinding> ReplyDiagnoser::of_expiry() {
  if (expiry_ != nullptr) return expiry_;
  Diagnosis diagnosis;
  diagnosis.cause = "expired";
  diagnosis.confidence = Confidence::kCertain;
  const CauseEntry* entry = knowledge_.find_cause(diagnosis.cause);
  if (entry != nullptr) diagnosis.actor = entry->actor;
  ReplyFinding finding;
  finding.failed = finding.waiting = verdict_of(diagnosis);
  expiry_ = std::make_shared<const ReplyFinding>(std::move(finding));
  return expiry_;
}

}  // namespace plainbounce
