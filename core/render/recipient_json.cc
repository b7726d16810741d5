#include "core/explain/explainer.h"
#include "core/render/json.h"

namespace plainbounce {

namespace {

std::string_view value_of(const std::optional<TypedValue>& typed) {
  return typed ? std::string_view(typed->value) : std::string_view();
}

void write_report_fields(JsonWriter& json, const PerRecipientFields& fields) {
  json.key("recipient").value_or_null(address_to_show(fields));
  json.key("original_recipient").value_or_null(value_of(fields.original_recipient));
  json.key("final_recipient").value_or_null(value_of(fields.final_recipient));
  const bool known = fields.action != Action::kUnknown;
  json.key("action").value_or_null(known ? to_string(fields.action) : std::string_view());
  json.key("status").value_or_null(fields.status ? std::string_view(*fields.status) : "");
}

void write_codes(JsonWriter& json, const SmtpReply& reply) {
  json.key("reply_code");
  if (reply.code) {
    json.value(static_cast<int64_t>(reply.code->value()));
  } else {
    json.null();
  }
  json.key("enhanced_code").value_or_null(reply.enhanced ? reply.enhanced->to_string() : "");
}

void write_diagnostic(JsonWriter& json, const PerRecipientFields& fields) {
  const auto& diagnostic = fields.diagnostic_code;
  json.key("diagnostic_type")
      .value_or_null(diagnostic ? std::string_view(diagnostic->type) : std::string_view());
  json.key("diagnostic").value_or_null(value_of(diagnostic));
  json.key("remote_mta").value_or_null(value_of(fields.remote_mta));
}

void write_explanation(JsonWriter& json, const Explanation& explanation) {
  json.key("explanation").begin_object();
  json.key("lang").value(explanation.language);
  json.key("title").value(explanation.title);
  json.key("what").value(explanation.what);
  json.key("outlook").value(explanation.outlook);
  json.key("actor").value(explanation.actor);
  json.key("actions").begin_array();
  for (const std::string& action : explanation.actions) json.value(action);
  json.end_array();
  json.key("contact").value_or_null(explanation.contact);
  json.key("link").value_or_null(explanation.link);
  json.end_object();
}

}  // namespace

void write_recipient(JsonWriter& json, const PerRecipientFields* fields, const Diagnosis& diagnosis,
                     const Explanation& explanation) {
  json.begin_object();
  if (fields != nullptr) write_report_fields(json, *fields);
  write_codes(json, diagnosis.reply);
  if (fields != nullptr) write_diagnostic(json, *fields);
  json.key("cause").value(diagnosis.cause);
  const bool told = diagnosis.outlook != Outlook::kUnknown;
  json.key("outlook").value_or_null(told ? to_string(diagnosis.outlook) : std::string_view());
  json.key("kind").value(to_string(diagnosis.kind));
  json.key("actor").value(to_string(diagnosis.actor));
  json.key("confidence").value(to_string(diagnosis.confidence));
  json.key("code").value_or_null(diagnosis.code);
  json.key("provider").value_or_null(diagnosis.provider);
  json.key("rule").value_or_null(diagnosis.rule);
  write_explanation(json, explanation);
  json.key("evidence").begin_array();
  for (const Evidence& evidence : diagnosis.evidence) {
    json.begin_object();
    json.key("kind").value(evidence.kind);
    json.key("text").value(evidence.text);
    json.key("says").value(evidence.says);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace plainbounce
