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
  json.key("outlook").value(to_string(diagnosis.outlook));
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

void write_code(JsonWriter& json, const CodePage& page) {
  const CodeEntry& entry = page.entry;
  json.begin_object();
  json.key("code").value(entry.code);
  json.key("title").value(entry.title);
  json.key("kind").value_or_null(entry.kind ? to_string(*entry.kind) : std::string_view());
  json.key("class").value(entry.class_name);
  json.key("actor").value(to_string(entry.actor));
  json.key("cause").value(entry.cause);
  json.key("server_text").value(entry.page.server_text);
  const std::string& class_text = entry.page.class_text;
  json.key("meaning").value(entry.page.meaning + (class_text.empty() ? "" : " " + class_text));
  json.key("causes").begin_array();
  for (const std::string& cause : entry.page.causes) json.value(cause);
  json.end_array();
  json.key("fix").begin_array();
  for (const FixStep& step : entry.page.fix) {
    json.begin_object().key("who").value(step.who).key("text").value(step.text).end_object();
  }
  json.end_array();
  json.key("related").begin_array();
  for (const RelatedCode& code : entry.page.related) {
    json.begin_object().key("code").value(code.code).key("why").value(code.why).end_object();
  }
  json.end_array();
  json.key("sources").begin_array();
  for (const Source& source : entry.page.sources) {
    json.begin_object().key("name").value(source.name).key("url").value(source.url);
    json.key("checked").value(source.checked).end_object();
  }
  json.end_array();
  json.key("author").value("plainbounce");
  json.key("answer").value(entry.page.answer);
  json.key("confidence").value(to_string(entry.confidence));
  json.key("origin").value(entry.origin);
  json.key("family").value_or_null(page.family);
  json.key("class_allowed").value(entry.class_allowed);
  json.key("asked").value(page.asked);
  json.key("substitute").value_or_null(page.substitute);
  json.end_object();
}

}  // namespace plainbounce
