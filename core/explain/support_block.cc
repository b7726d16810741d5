#include "core/explain/support_block.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/explain/message_sender.h"
#include "core/explain/shown_address.h"

namespace plainbounce {
namespace {

constexpr size_t kMostBlocks = 10;
constexpr size_t kMostLines = 10;          // of one block
constexpr size_t kReplyBytes = 1500;       // of one server's words
constexpr size_t kAllRepliesBytes = 6000;  // of all of them together
constexpr size_t kFewestReplyBytes = 300;
constexpr size_t kFieldBytes = 300;
// Names are hidden before the cut, so that none is cut in two and so not recognised.
constexpr size_t kLookedAtBytes = 8000;

// Makes the values of one note's lines out of strangers' text.
class SupportWriter {
 public:
  SupportWriter(const DeliveryReport& report, const ExplainContext& context,
                const InternalNames* internal, const Sentences& sentences)
      : session_(report.session ? &*report.session : nullptr),
        context_(context),
        internal_(internal),
        frame_(sentences.frame()) {}

  [[nodiscard]] std::vector<SupportLine> recipient_block(const DiagnosedRecipient& recipient,
                                                         const PerRecipientFields& fields,
                                                         const std::string& shown,
                                                         size_t reply_bytes) const;
  [[nodiscard]] std::vector<SupportLine> report_block(const DeliveryReport& report) const;
  void add(std::vector<SupportLine>& block, std::string_view label, std::string value) const {
    if (!value.empty()) block.push_back({frame_.text(label), std::move(value)});
  }

 private:
  [[nodiscard]] std::string meaning(const Diagnosis& diagnosis) const;
  [[nodiscard]] std::string outlook(const Diagnosis& diagnosis,
                                    const PerRecipientFields& fields) const;
  [[nodiscard]] std::string host(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view words) const {
    return harmless(clean_text(words, kLookedAtBytes), kFieldBytes);
  }
  // Of clean text.
  [[nodiscard]] std::string harmless(std::string words, size_t most) const;
  [[nodiscard]] std::string text_of(const std::optional<std::string>& words) const {
    return words ? text(*words) : std::string();
  }

  const SessionTranscript* session_;  // null: none
  const ExplainContext& context_;
  const InternalNames* internal_;
  const Frame& frame_;
};

std::string SupportWriter::harmless(std::string words, size_t most) const {
  if (internal_ != nullptr) words = internal_->hide_in_text(words, frame_.text("hidden_host"));
  words = defuse_links(std::move(words));
  if (words.size() > most) words = clean_text(words, most);
  return words;
}

std::string SupportWriter::host(std::string_view name) const {
  std::string shown = clean_text(name, kFieldBytes);
  if (internal_ != nullptr) shown = internal_->hide_in_host(shown, frame_.text("hidden_host"));
  return defuse_links(std::move(shown));
}

// In running text a title goes on in lower case, unless its second letter says that it is a name.
std::string as_clause(std::string title) {
  const bool plain =
      title.size() > 1 && title[0] >= 'A' && title[0] <= 'Z' && title[1] >= 'a' && title[1] <= 'z';
  if (plain) title[0] = to_lower(title[0]);
  return title;
}

std::string SupportWriter::meaning(const Diagnosis& diagnosis) const {
  if (diagnosis.code.empty() && diagnosis.code_title.empty()) return {};
  const std::string title = as_clause(diagnosis.code_title);
  const std::string& kind = frame_.text_of({"kind_", to_string(diagnosis.kind)});
  const Fillings fillings = {{"code", diagnosis.code}, {"title", title}, {"kind", kind}};
  std::string meaning =
      frame_.text(diagnosis.code.empty() ? "support_meaning_no_code" : "support_meaning", fillings);
  if (title.empty()) meaning = frame_.text("support_meaning_no_title", fillings);
  if (diagnosis.confidence == Confidence::kCertain) return meaning;
  const bool likely = diagnosis.confidence == Confidence::kLikely;
  return frame_.text(likely ? "support_likely" : "support_unclear", {{"meaning", meaning}});
}

std::string SupportWriter::outlook(const Diagnosis& diagnosis,
                                   const PerRecipientFields& fields) const {
  const std::string_view outlook = to_string(diagnosis.outlook);
  if (diagnosis.outlook != Outlook::kRetrying || !fields.will_retry_until)
    return frame_.text_of({"support_outlook_", outlook});
  const std::string until = text_of(fields.will_retry_until);
  return fill(frame_.text_of({"support_outlook_", outlook, "_until"}), {{"until", until}});
}

std::vector<SupportLine> SupportWriter::recipient_block(const DiagnosedRecipient& recipient,
                                                        const PerRecipientFields& fields,
                                                        const std::string& shown,
                                                        size_t reply_bytes) const {
  const Diagnosis& diagnosis = recipient.diagnosis;
  std::vector<SupportLine> block;
  block.reserve(kMostLines);
  add(block, "label_recipient", defuse_links(shown));
  add(block, "label_meaning", meaning(diagnosis));
  if (session_ == nullptr) add(block, "label_outlook", outlook(diagnosis, fields));
  add(block, "label_provider", clean_text(diagnosis.provider_name, kFieldBytes));
  const bool has_words = fields.diagnostic_code && !fields.diagnostic_code->value.empty();
  const bool from_server =
      has_words && (fields.diagnostic_code->type == "smtp" || fields.diagnostic_code->type.empty());
  const std::string& words = has_words ? fields.diagnostic_code->value : fields.notice_text;
  if (session_ != nullptr) add(block, "label_command", text_of(diagnosis.reply.command));
  const bool ours = session_ != nullptr && session_->side == SessionTranscript::Side::kServer;
  add(block,
      ours          ? "label_our_reply"
      : from_server ? "label_server_said"
                    : "label_system_said",
      harmless(hide_forward_target(clean_text(words, kLookedAtBytes), fields, recipient.address,
                                   frame_.text("hidden_address")),
               reply_bytes));
  const std::string& remote = fields.remote_mta ? fields.remote_mta->value : diagnosis.reply.host;
  if (session_ == nullptr) add(block, "label_remote_host", host(remote));
  add(block, "label_last_attempt", text_of(fields.last_attempt_date));
  add(block, "label_remote_id", text_of(fields.final_log_id));
  add(block, "label_more", page_link(context_, diagnosis.code));
  return block;
}

std::vector<SupportLine> SupportWriter::report_block(const DeliveryReport& report) const {
  std::vector<SupportLine> block;
  block.reserve(kMostLines);
  const PerMessageFields& message = report.message;
  if (session_ != nullptr) {
    const bool server = session_->side == SessionTranscript::Side::kServer;
    add(block, server ? "label_client" : "label_remote_host", host(session_->peer));
    add(block, "label_aborted", text(session_->aborted));
  }
  if (context_.reader == Reader::kPostmaster) {
    add(block, "label_sender", text(sender_of(report).address));
  }
  if (message.reporting_mta) add(block, "label_reported_by", host(message.reporting_mta->value));
  add(block, "label_arrival", text_of(message.arrival_date));
  // Postfix names the field after itself, or after what the site calls it.
  const auto queue_id = std::find_if(
      message.other.begin(), message.other.end(),
      [](const ReportField& field) { return ends_with_ignoring_case(field.name, "-Queue-ID"); });
  if (queue_id != message.other.end()) add(block, "label_queue_id", text(queue_id->value));
  if (report.original) add(block, "label_message_id", text_of(report.original->message_id));
  return block;
}

}  // namespace

std::vector<std::vector<SupportLine>> support_blocks(
    const DeliveryReport& report, const std::vector<DiagnosedRecipient>& recipients,
    const std::vector<std::string>& shown, const ExplainContext& context,
    const InternalNames* internal, const Sentences& sentences) {
  const SupportWriter writer(report, context, internal, sentences);
  const size_t count = std::min(recipients.size(), kMostBlocks);
  const size_t reply_bytes =
      std::clamp(kAllRepliesBytes / std::max<size_t>(count, 1), kFewestReplyBytes, kReplyBytes);
  std::vector<std::vector<SupportLine>> blocks;
  blocks.reserve(count + 1);
  const PerRecipientFields none;
  for (size_t i = 0; i < count; ++i) {
    const size_t index = recipients[i].index;
    const PerRecipientFields& fields =
        index < report.recipients.size() ? report.recipients[index] : none;
    blocks.push_back(writer.recipient_block(recipients[i], fields, shown[i], reply_bytes));
  }
  std::vector<SupportLine> own = writer.report_block(report);
  if (count < recipients.size()) {
    const std::string left = std::to_string(recipients.size() - count);
    writer.add(own, "label_not_listed",
               sentences.frame().text("support_not_listed", {{"count", left}}));
  }
  if (!own.empty()) blocks.push_back(std::move(own));
  return blocks;
}

}  // namespace plainbounce
