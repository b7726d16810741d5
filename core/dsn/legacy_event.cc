#include "core/base/ascii.h"
#include "core/dsn/field_values.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/sending_event.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

// Only JSON that may hold an event: what it holds is read once, in `read`.
bool recognises(const LegacyMessage& message) {
  const std::string_view text = trim(message.text);
  if (text.empty() || (text.front() != '{' && text.front() != '[')) return false;
  for (const std::string_view key : {"\"event", "Type\"", "\"type\"", "\"status\"", "TopicArn"}) {
    if (text.find(key) != std::string_view::npos) return true;
  }
  return false;
}

Action action_of(SendingEvent::Kind kind) {
  switch (kind) {
    case SendingEvent::Kind::kDelayed:
      return Action::kDelayed;
    case SendingEvent::Kind::kDelivered:
      return Action::kDelivered;
    case SendingEvent::Kind::kFailed:
    case SendingEvent::Kind::kComplaint:
      break;
  }
  return Action::kFailed;
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  report.notice = message.text;
  const auto events = read_sending_events(trim(message.text), limits.recipients);
  if (!events.empty() && events.front().kind == SendingEvent::Kind::kComplaint) return report;
  for (const SendingEvent& event : events) {
    if (event.kind == SendingEvent::Kind::kComplaint) continue;
    PerRecipientFields recipient =
        legacy_recipient(one_line(event.address, limits.reply_bytes), action_of(event.kind));
    if (!event.status.empty()) recipient.status = one_line(event.status, limits.reply_bytes);
    const std::string reason = one_line(event.reason, limits.reply_bytes);
    if (!reason.empty()) {
      recipient.diagnostic_code = parse_typed_value(reason);
      if (recipient.diagnostic_code->type.empty()) recipient.diagnostic_code->type = "smtp";
    }
    const std::string host = one_line(event.host, limits.reply_bytes);
    if (!host.empty()) recipient.remote_mta = TypedValue{"dns", host};
    report.recipients.push_back(std::move(recipient));
    if (!event.reporter.empty()) report.message.reporting_mta = parse_typed_name(event.reporter);
  }
  return report;
}

}  // namespace

const LegacyFormat kEventFormat = {"a sending service's events", true, recognises, read};

}  // namespace plainbounce
