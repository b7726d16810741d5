#include "core/knowledge/rule_lookup.h"
#include "core/render/json.h"

namespace plainbounce {

namespace {

// What a code's and a rule's page have alike.
void write_page_lists(JsonWriter& json, const PageText& page) {
  json.key("causes").begin_array();
  for (const std::string& cause : page.causes) json.value(cause);
  json.end_array();
  json.key("fix").begin_array();
  for (const FixStep& step : page.fix) {
    json.begin_object().key("who").value(step.who).key("text").value(step.text).end_object();
  }
  json.end_array();
  json.key("related").begin_array();
  for (const RelatedCode& code : page.related) {
    json.begin_object().key("code").value(code.code).key("why").value(code.why).end_object();
  }
  json.end_array();
  json.key("sources").begin_array();
  for (const Source& source : page.sources) {
    json.begin_object().key("name").value(source.name).key("url").value(source.url);
    json.key("checked").value(source.checked).end_object();
  }
  json.end_array();
}

}  // namespace

void write_code(JsonWriter& json, const CodePage& page, const std::vector<const Rule*>& rules) {
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
  write_page_lists(json, entry.page);
  json.key("author").value("plainbounce");
  json.key("answer").value(entry.page.answer);
  json.key("confidence").value(to_string(entry.confidence));
  json.key("origin").value(entry.origin);
  json.key("family").value_or_null(page.family);
  json.key("class_allowed").value(entry.class_allowed);
  json.key("asked").value(page.asked);
  json.key("substitute").value_or_null(page.substitute);
  json.key("rules").begin_array();
  for (const Rule* rule : rules) json.value(rule->id);
  json.end_array();
  json.end_object();
}

void write_rule(JsonWriter& json, const Rule& rule, const KnowledgeBase& knowledge) {
  const RuleMeaning meaning = meaning_of(rule, knowledge);
  const Provider* provider = knowledge.find_provider(rule.provider);
  const PageText page = knowledge.page_of(rule);
  json.begin_object();
  json.key("rule").value(rule.id);
  json.key("provider").value(rule.provider);
  json.key("title").value(rule.title);
  json.key("kind").value_or_null(meaning.kind ? to_string(*meaning.kind) : std::string_view());
  json.key("actor").value_or_null(meaning.actor ? to_string(*meaning.actor) : std::string_view());
  json.key("cause").value(rule.cause);
  json.key("confidence").value(to_string(rule.confidence));
  json.key("priority").value(static_cast<int64_t>(rule.priority));
  json.key("scope").value(rule.scope);
  json.key("provider_name").value_or_null(provider == nullptr ? "" : provider->name);
  json.key("provider_url").value_or_null(provider == nullptr ? "" : provider->url);
  json.key("listed_under").value_or_null(rule.code);
  json.key("origin").value_or_null(rule.origin_confidence);
  json.key("examples").begin_array();
  for (const std::string& example : rule.examples) json.value(example);
  json.end_array();
  json.key("meaning").value(page.meaning);
  write_page_lists(json, page);
  json.end_object();
}

}  // namespace plainbounce
