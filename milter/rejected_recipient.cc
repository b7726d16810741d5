#include "milter/rejected_recipient.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/base/concat.h"
#include "core/diagnosis/diagnoser.h"
#include "core/mime/addresses.h"
#include "core/reply/client_words.h"
#include "core/smtp/reply_prefix.h"
#include "core/smtp/smtp_reply.h"
#include "milter/message_line.h"

namespace plainbounce {
namespace {

constexpr size_t kLoggedText = 300;  // bytes

// The text as the reply had it: Postfix has cut the word "Service" off.
std::string whole_text(std::string_view text) {
  return concat({text.starts_with("unavailable; ") ? "Service " : "", text});
}

}  // namespace

bool is_rejecting_mailer(std::string_view rcpt_mailer) { return rcpt_mailer == "error"; }

Diagnosis diagnose_rejection(const RejectedRecipient& rejected, const KnowledgeBase& knowledge) {
  const std::string text = whole_text(rejected.text);
  const auto prefix = reply_prefix(text);
  const auto words = without_client_words(text, prefix ? prefix->size : 0);
  if (!words) return Diagnoser(knowledge).diagnose_reply({}, {});
  SmtpReply reply = parse_smtp_reply(*words);
  if (!reply.code && !reply.enhanced) {
    reply.enhanced = EnhancedStatusCode::parse(rejected.enhanced);
  }
  return Diagnoser(knowledge).diagnose_reply(reply, {});
}

std::string line_of_rejected(std::string_view client_address, const RejectedRecipient& rejected,
                             const Diagnosis& diagnosis, bool with_addresses) {
  LineWriter line({}, "rejected");
  line.add("cause", diagnosis.cause);
  line.add("confidence", to_string(diagnosis.confidence));
  line.add("actor", to_string(diagnosis.actor));
  line.add("status", rejected.enhanced);
  line.add("client", client_address);
  if (with_addresses) line.add("rcpt", without_angle_brackets(rejected.address));
  const bool names_somebody = rejected.text.find('@') != std::string_view::npos;
  if (with_addresses || !names_somebody) {
    line.add("text", clean_text(rejected.text, kLoggedText));
  }
  return line.take();
}

void RejectionCounts::add(const CauseId& cause) {
  const std::lock_guard lock(mutex_);
  ++by_cause_[cause];
}

std::string RejectionCounts::line() const {
  std::vector<std::pair<std::string, size_t>> counts;
  {
    const std::lock_guard lock(mutex_);
    counts.assign(by_cause_.begin(), by_cause_.end());
  }
  if (counts.empty()) return {};
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& one, const auto& other) { return one.second > other.second; });
  size_t all = 0;
  std::string by_cause;
  for (const auto& [cause, count] : counts) {
    all += count;
    by_cause.append(" ").append(cause).append("=").append(std::to_string(count));
  }
  return "rejected recipients since the start: " + std::to_string(all) + by_cause;
}

}  // namespace plainbounce
