#include "milter/message_account.h"

#include <chrono>
#include <exception>

#include "milter/event_line.h"
#include "milter/message_line.h"

namespace plainbounce {
namespace {

// Ordinary mail with a null sender gets no line at the usual level.
Log::Level level_of_passed(const BounceOutcome& outcome) {
  if (outcome.failed_at) return Log::Level::kWarning;
  const MessageKind kind = outcome.verdict.kind;
  const bool notice = kind == MessageKind::kNotice && outcome.report;
  const bool bounce = kind == MessageKind::kReport || kind == MessageKind::kLegacy;
  return notice || bounce ? Log::Level::kInfo : Log::Level::kDebug;
}

}  // namespace

void MessageAccount::write(const ToldMessage& message, Log::Level level, std::string_view line) {
  const bool trouble = level == Log::Level::kError || level == Log::Level::kWarning;
  const bool limited = trouble || (level == Log::Level::kInfo && !message.own);
  const LineKind kind = trouble ? LineKind::kTrouble : LineKind::kElsewhere;
  if (!limited || limit_.allows_now(kind, message.settings.lines_per_minute)) {
    log_.write(level, line);
  }
}

// No event is worth an exception on the way of a message.
void MessageAccount::tell_events(const ToldMessage& message, const BounceOutcome& outcome,
                                 std::string_view mode, std::string_view reason) noexcept {
  if (!events_.is_wanted() || outcome.recipients.empty()) return;
  try {
    const EventContext context = {std::chrono::system_clock::now(), message.queue_id, mode, reason,
                                  message.settings.addresses};
    events_.add(event_lines(context, outcome));
  } catch (const std::exception&) {
    figures_.events.add("dropped", outcome.recipients.size());
  }
}

void MessageAccount::explained(const ToldMessage& message, const BounceOutcome& outcome,
                               bool body) {
  figures_.count_message(outcome, body ? MessageResult::kBody : MessageResult::kHeaders);
  tell_events(message, outcome, body ? "body" : "headers", {});
  write(message, Log::Level::kInfo,
        line_of_explained(message.queue_id, outcome, body, message.settings.addresses));
}

void MessageAccount::passed(const ToldMessage& message, const BounceOutcome& outcome) {
  figures_.count_message(outcome,
                         outcome.failed_at ? MessageResult::kFailed : MessageResult::kPassed);
  tell_events(message, outcome, "none", outcome.passed);
  write(message, level_of_passed(outcome), line_of_passed(message.queue_id, outcome));
}

void MessageAccount::failed(const ToldMessage& message, const BounceOutcome& outcome,
                            std::string_view why) {
  figures_.count_message(outcome, MessageResult::kFailed);
  tell_events(message, outcome, "none", why);
  write(message, Log::Level::kError, line_of_passed(message.queue_id, why));
}

void MessageAccount::let_go(const ToldMessage& message, MessageKind kind, std::string_view why,
                            Log::Level level) {
  figures_.count_passed(kind, why);
  write(message, level, line_of_passed(message.queue_id, why));
}

void MessageAccount::memory_is_full(const ToldMessage& message) {
  write(message, Log::Level::kWarning, line_of_full_memory(message.queue_id));
}

void MessageAccount::rejected(std::string_view client_address, const RejectedRecipient& recipient,
                              const Diagnosis& diagnosis, const LogSettings& settings) {
  rejections_.add(diagnosis.cause);
  figures_.rejected.add(diagnosis.cause);
  if (!limit_.allows_now(LineKind::kRejected, settings.lines_per_minute)) return;
  log_.write(Log::Level::kInfo,
             line_of_rejected(client_address, recipient, diagnosis, settings.addresses));
}

}  // namespace plainbounce
