#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/sendmail_transcript.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr std::string_view kTranscript = "----- Transcript of session follows -----";
constexpr std::string_view kAddresses = "----- The following addresses had ";

bool recognises(const LegacyMessage& message) {
  if (!is_from_mail_system(message.header)) return false;
  bool transcript = false;
  bool addresses = false;
  for (const std::string_view line : message.lines) {
    const std::string_view bare = trim(line);
    transcript = transcript || bare == kTranscript;
    addresses = addresses || bare.substr(0, kAddresses.size()) == kAddresses;
  }
  return transcript && addresses;
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
      const bool section = line.substr(0, kAddresses.size()) == kAddresses;
      action = section ? action_of_section(line) : std::nullopt;
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
