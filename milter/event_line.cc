#include "milter/event_line.h"

#include <array>
#include <cstdio>
#include <ctime>

#include "core/render/json.h"
#include "milter/message_line.h"

namespace plainbounce {
namespace {

std::string event_line(const EventContext& context, const std::string& time,
                       const BounceOutcome& outcome, const DiagnosedRecipient& recipient) {
  const Diagnosis& diagnosis = recipient.diagnosis;
  JsonWriter json;
  json.begin_object();
  json.key("time").value(time);
  json.key("queue_id").value_or_null(context.queue_id);
  json.key("original_queue_id").value_or_null(original_queue_id(outcome));
  json.key("kind").value(to_string(outcome.verdict.kind));
  json.key("mode").value(context.mode);
  json.key("reason").value_or_null(context.reason);
  json.key("cause").value(diagnosis.cause);
  json.key("outlook");
  if (diagnosis.outlook == Outlook::kUnknown) {
    json.null();
  } else {
    json.value(to_string(diagnosis.outlook));
  }
  json.key("actor").value(to_string(diagnosis.actor));
  json.key("confidence").value(to_string(diagnosis.confidence));
  json.key("provider").value_or_null(diagnosis.provider);
  json.key("rule").value_or_null(diagnosis.rule);
  json.key("code").value_or_null(diagnosis.code);
  json.key("language").value_or_null(outcome.language);
  if (context.with_addresses) json.key("recipient").value_or_null(recipient.address);
  json.end_object();
  return json.text();
}

}  // namespace

std::string utc_text(std::chrono::system_clock::time_point time) {
  using std::chrono::milliseconds;
  const auto since = std::chrono::floor<milliseconds>(time.time_since_epoch());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
  const std::time_t whole = seconds.count();
  std::tm parts = {};
  ::gmtime_r(&whole, &parts);
  std::array<char, 80> text = {};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
                parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
                parts.tm_sec, static_cast<int>((since - seconds).count()));
  return text.data();
}

std::vector<std::string> event_lines(const EventContext& context, const BounceOutcome& outcome) {
  const std::string time = utc_text(context.time);
  std::vector<std::string> lines;
  lines.reserve(outcome.recipients.size());
  for (const DiagnosedRecipient& recipient : outcome.recipients) {
    lines.push_back(event_line(context, time, outcome, recipient));
  }
  return lines;
}

}  // namespace plainbounce
