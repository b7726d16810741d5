#include <algorithm>
#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/sendmail_transcript.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr std::string_view kTranscript = "----- Transcript of session follows -----";
// Sendmail 5 lists no addresses; its transcript names them.
constexpr std::string_view kUnsent = "----- Unsent message follows -----";
constexpr std::string_view kAddresses = "----- The following addresses had ";

bool is_address_section(std::string_view line) {
  return trim(line).substr(0, kAddresses.size()) == kAddresses;
}

bool recognises(const LegacyMessage& message) {
  if (!is_from_mail_system(message.header)) return false;
  bool transcript = false;
  bool marked = false;
  for (const std::string_view line : message.lines) {
    transcript = transcript || trim(line) == kTranscript;
    marked = marked || is_address_section(line) || trim(line) == kUnsent;
  }
  return transcript && marked;
}

std::optional<Action> action_of_section(std::string_view line) {
  const std::string_view what = trim(line).substr(kAddresses.size());
  if (what.substr(0, 9) == "permanent") return Action::kFailed;
  if (what.substr(0, 9) == "transient") return Action::kDelayed;
  if (what.substr(0, 15) == "delivery proble") return Action::kFailed;
  return std::nullopt;
}

bool begins_copy(std::string_view line) {
  line = trim(line);
  return line.substr(0, 6) == "----- " &&
         (line.find("message follows") < line.size() || line.find("header follows") < line.size() ||
          line.find("body suppressed") < line.size());
}

// "(reason: 550 5.1.1 no such user)" below an address.
void read_reason(std::string_view line, PerRecipientFields& recipient) {
  constexpr std::string_view kReason = "(reason: ";
  if (line.substr(0, kReason.size()) != kReason || line.back() != ')') return;
  const std::string_view reason = line.substr(kReason.size(), line.size() - kReason.size() - 1);
  const bool reply = begins_with_failure_code(reason);
  recipient.diagnostic_code = TypedValue{reply ? "smtp" : "x-unix", std::string(reason)};
}

void read_addresses(const LegacyMessage& message, size_t end, const Limits& limits,
                    DeliveryReport& report) {
  std::optional<Action> action;
  for (size_t i = 0; i < end && report.recipients.size() <= limits.recipients; ++i) {
    const std::string_view line = trim(message.lines[i]);
    if (line.substr(0, 6) == "----- ") {
      action = is_address_section(line) ? action_of_section(line) : std::nullopt;
      continue;
    }
    if (!action || line.empty()) continue;
    const std::string address = bare_address(line);
    if (!address.empty() && report.recipients.size() < limits.recipients) {
      report.recipients.push_back(legacy_recipient(address, *action));
    } else if (!report.recipients.empty() && !report.recipients.back().diagnostic_code) {
      read_reason(line, report.recipients.back());
    }
  }
}

PerRecipientFields transcript_recipient(const TranscriptStep& step, std::string_view last_reply) {
  // The message comes back, whatever the last answer was.
  PerRecipientFields recipient = legacy_recipient(step.address, Action::kFailed);
  recipient.notice_text = step.closing;
  // "554 <bob@example.org>... 550 Host unknown": the inner code is the reason's.
  const size_t dots = step.closing.find("... ");
  const std::string_view inner =
      std::string_view(step.closing).substr(std::min(dots, step.closing.size()));
  if (dots != std::string::npos && begins_with_failure_code(inner.substr(4))) {
    recipient.notice_text = inner.substr(4);
  }
  if (!step.replies.empty()) recipient.notice_text.clear();
  for (const std::string& line : step.replies) {
    if (!recipient.notice_text.empty()) recipient.notice_text += '\n';
    recipient.notice_text += line;
  }
  // What Sendmail thinks of an answer that stands further up.
  const bool points_up = step.closing.find("Remote protocol error") != std::string::npos ||
                         step.closing.find("Cannot send message for") != std::string::npos;
  if (step.replies.empty() && points_up && !last_reply.empty()) {
    recipient.notice_text = last_reply;
  }
  return recipient;
}

// Sendmail 5: each closing line with an address is a recipient; without any it is the one whom the
// returned message went to.
void read_transcript_addresses(const std::vector<TranscriptStep>& transcript, const Limits& limits,
                               DeliveryReport& report) {
  std::string_view last_reply;
  for (const TranscriptStep& step : transcript) {
    if (!step.replies.empty()) last_reply = step.replies.front();
    if (step.replies.empty() && step.address.empty()) last_reply = step.closing;
    if (step.address.find('@') == std::string::npos) continue;
    if (report.recipients.size() >= limits.recipients) return;
    report.recipients.push_back(transcript_recipient(step, last_reply));
    last_reply = {};
  }
  if (report.recipients.empty() && !transcript.empty()) {
    TranscriptStep last = transcript.back();
    last.address.clear();
    report.recipients.push_back(transcript_recipient(last, last_reply));
  }
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  size_t copy = 0;
  while (copy < message.lines.size() && !begins_copy(message.lines[copy])) ++copy;
  report.notice = message.before_line(copy);
  if (copy < message.lines.size()) {
    report.original = read_original_headers(message.from_line(copy + 1), limits);
  }
  read_addresses(message, copy, limits, report);
  const std::vector<TranscriptStep> transcript = read_sendmail_transcript(report.notice);
  if (std::none_of(message.lines.begin(), message.lines.end(), is_address_section)) {
    read_transcript_addresses(transcript, limits, report);
    return report;
  }
  const bool alone = report.recipients.size() == 1;
  constexpr size_t kMostLookups = 200;
  for (size_t i = 0; i < report.recipients.size() && i < kMostLookups; ++i) {
    report.recipients[i].notice_text = transcript_text(transcript, report.recipients[i], alone);
  }
  return report;
}

}  // namespace

const LegacyFormat kSendmailFormat = {"Sendmail", true, recognises, read};

}  // namespace plainbounce
