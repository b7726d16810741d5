#include "core/decode/message_json.h"

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

// "X-Postfix-Queue-ID" and the like.
std::string_view queue_id_of(const DeliveryReport& report) {
  for (const ReportField& field : report.message.other) {
    if (ends_with_ignoring_case(field.name, "-Queue-ID")) return field.value;
  }
  return {};
}

// Of a notice alone; "replies" in the order of "recipients".
void write_session(JsonWriter& json, const DecodedMessage& decoded) {
  const auto& session = decoded.report.session;
  if (!session) return;
  json.key("session").begin_object().key("side").value(to_string(session->side));
  json.key("peer").value(session->peer);
  json.key("aborted").value_or_null(session->aborted);
  json.key("replies").begin_array();
  for (const SessionReply& reply : session->replies) {
    json.begin_object().key("command").value_or_null(reply.command);
    json.key("reply").value_or_null(reply.reply).end_object();
  }
  json.end_array().end_object();
}

}  // namespace

void write_message_fields(JsonWriter& json, const DecodedMessage& decoded) {
  const PerMessageFields& message = decoded.report.message;
  json.key("kind").value(to_string(decoded.verdict.kind));
  json.key("reporting_mta")
      .value_or_null(message.reporting_mta ? message.reporting_mta->value : std::string());
  json.key("queue_id").value_or_null(queue_id_of(decoded.report));
  json.key("refusal").value_or_null(decoded.verdict.refusal ? to_string(*decoded.verdict.refusal)
                                                            : std::string_view());
  json.key("backscatter");
  if (decoded.backscatter) {
    json.value(*decoded.backscatter);
  } else {
    json.null();
  }
  json.key("recipients").begin_array();
  for (size_t i = 0; i < decoded.recipients.size(); ++i) {
    const DiagnosedRecipient& recipient = decoded.recipients[i];
    write_recipient(json, &decoded.report.recipients[recipient.index], recipient.diagnosis,
                    decoded.explanations[i]);
  }
  json.end_array();
  write_session(json, decoded);
}

}  // namespace plainbounce
