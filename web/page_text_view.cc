#include "web/page_text_view.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/knowledge/rule_lookup.h"

namespace plainbounce {
namespace {

constexpr const char* kReaders[] = {"sender", "sender-admin", "recipient-admin", "recipient"};

std::vector<View> steps_of(const PageText& text, std::string_view who) {
  std::vector<View> steps;
  for (const FixStep& step : text.fix) {
    if (step.who == who) steps.push_back(View().set("step", step.text));
  }
  return steps;
}

std::vector<View> fix_of(const PageText& text, const std::string& level, const PageInputs& inputs) {
  std::vector<View> groups;
  for (const char* who : kReaders) {
    std::vector<View> steps = steps_of(text, who);
    if (steps.empty()) continue;
    View group;
    group.set("who", inputs.words.text_of("fix_", who)).set("steps", std::move(steps));
    group.set("sub", level == "h2" ? "h3" : "h4");
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<View> related_of(const PageText& text, const PageInputs& inputs) {
  std::vector<View> related;
  for (const RelatedCode& code : text.related) {
    View line;
    line.set("code", code.code).set("why", code.why);
    line.set("url", inputs.map.has_code(code.code) ? inputs.link(code_path(code.code)) : "");
    const CodeEntry* entry = inputs.knowledge.find_code(code.code);
    line.set("title", entry == nullptr ? "" : entry->title);
    related.push_back(std::move(line));
  }
  return related;
}

std::vector<View> sources_of(const PageText& text, const PageInputs& inputs) {
  std::vector<View> sources;
  for (const Source& source : text.sources) {
    View line;
    line.set("name", source.name).set("url", safe_url(source.url));
    line.set("checked", source.checked.empty()
                            ? ""
                            : inputs.words.text("checked", {{"date", source.checked}}));
    sources.push_back(std::move(line));
  }
  return sources;
}

std::vector<View> texts(const std::vector<std::string>& all) {
  std::vector<View> views;
  views.reserve(all.size());
  for (const std::string& text : all) views.push_back(View().set("cause", text));
  return views;
}

}  // namespace

void add_page_text(View& view, const PageText& text, const std::string& level,
                   const PageInputs& inputs) {
  view.set("h", level).set("tl", inputs.text_language());
  view.set("meaning", text.meaning).set("class_text", text.class_text);
  view.set("has_meaning", !text.meaning.empty() || !text.class_text.empty());
  view.set("causes", texts(text.causes)).set("has_causes", !text.causes.empty());
  std::vector<View> fix = fix_of(text, level, inputs);
  view.set("has_fix", !fix.empty());
  view.set("fix", std::move(fix));
  view.set("sources", sources_of(text, inputs)).set("has_sources", !text.sources.empty());
  view.set("related", related_of(text, inputs)).set("has_related", !text.related.empty());
}

View code_row(const CodeEntry& entry, const PageInputs& inputs) {
  View row;
  row.set("code", entry.code).set("title", entry.title);
  row.set("url", inputs.link(code_path(entry.code)));
  row.set("kind_id", entry.kind ? std::string(to_string(*entry.kind)) : "");
  row.set("class_id", entry.class_name);
  row.set("actor_id", std::string(to_string(entry.actor)));
  row.set("kind", kind_text(entry.kind, inputs));
  row.set("class", class_text(entry.class_name, inputs));
  row.set("actor", party_text(entry.actor, inputs));
  row.set("tl", inputs.text_language());
  return row;
}

View rule_row(const Rule& rule, bool with_provider, const PageInputs& inputs) {
  const RuleGroup* group = inputs.map.group_of(rule.id);
  const RuleMeaning meaning = meaning_of(rule, inputs.knowledge);
  View row;
  if (group != nullptr) {
    const ProviderPages* provider = inputs.map.find_provider(group->provider);
    row.set("label", group->label).set("url", inputs.link(rule_path(*group, rule)));
    if (with_provider && provider != nullptr) row.set("provider", provider->name);
  }
  row.set("title", rule.title).set("tl", inputs.text_language());
  row.set("kind", kind_text(meaning.kind, inputs)).set("actor", party_text(meaning.actor, inputs));
  row.set("cause", cause_title(rule.cause, inputs));
  row.set("cause_url", inputs.link(cause_path(rule.cause)));
  return row;
}

std::string cause_title(const std::string& cause, const PageInputs& inputs) {
  const LanguageTexts* texts = inputs.knowledge.texts(inputs.words.language());
  if (texts == nullptr) return cause;
  const auto found = texts->causes.find(cause);
  return found == texts->causes.end() ? cause : found->second.title;
}

std::string kind_text(const std::optional<Kind>& kind, const PageInputs& inputs) {
  return inputs.words.text_of("kind_", kind ? to_string(*kind) : "open");
}

std::string class_text(const std::string& name, const PageInputs& inputs) {
  std::string key = "class_" + to_lower(name);
  std::replace(key.begin(), key.end(), ' ', '_');
  const auto found = inputs.words.all().find(key);
  return found == inputs.words.all().end() ? name : found->second;
}

std::string party_text(const std::optional<Party>& party, const PageInputs& inputs) {
  return inputs.words.text_of("who_", party ? to_string(*party) : "open");
}

std::string safe_url(const std::string& url) {
  const bool is_web =
      starts_with_ignoring_case(url, "https://") || starts_with_ignoring_case(url, "http://");
  return is_web ? url : std::string();
}

}  // namespace plainbounce
