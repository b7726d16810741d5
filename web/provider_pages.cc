#include "web/provider_pages.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/knowledge/rule_lookup.h"
#include "web/page_text_view.h"

namespace plainbounce {
namespace {

size_t count_rules(const ProviderPages& provider) {
  size_t count = 0;
  for (const RuleGroup& group : provider.groups) count += group.rules.size();
  return count;
}

View rule_section(const Rule& rule, bool alone, const PageInputs& inputs) {
  const RuleMeaning meaning = meaning_of(rule, inputs.knowledge);
  const PageText text = inputs.knowledge.page_of(rule);
  View view;
  view.set("name", std::string(name_of_rule(rule))).set("rule_title", rule.title);
  view.set("titled", !alone).set("answer", text.answer);
  view.set("kind", kind_text(meaning.kind, inputs)).set("actor", party_text(meaning.actor, inputs));
  view.set("cause", cause_title(rule.cause, inputs));
  view.set("cause_url", inputs.link(cause_path(rule.cause)));
  view.set("certainty", inputs.words.text_of("certainty_", to_string(rule.confidence)));
  view.set("origin", inputs.words.text_of("origin_", rule.origin_confidence));
  view.set("rule", rule.id);
  std::vector<View> examples;
  for (const std::string& example : rule.examples) {
    examples.push_back(View().set("example", example));
  }
  view.set("has_examples", !examples.empty());
  view.set("examples", std::move(examples));
  const std::string level = alone ? "h2" : "h3";
  add_page_text(view, text, level, inputs);
  return view;
}

// The code's own page, where the label is a standard code.
std::string standard_url(const std::string& label, const PageInputs& inputs) {
  return inputs.map.has_code(label) ? inputs.link(code_path(label)) : std::string();
}

}  // namespace

Page provider_list_page(const PageInputs& inputs) {
  Page page;
  page.path = "/providers";
  page.title = inputs.words.text("providers_title");
  page.description = inputs.words.text("providers_description");
  page.template_name = "providers";
  std::vector<const ProviderPages*> order;
  for (const ProviderPages& provider : inputs.map.providers()) order.push_back(&provider);
  std::sort(order.begin(), order.end(), [](const ProviderPages* a, const ProviderPages* b) {
    return to_lower(a->name) < to_lower(b->name);
  });
  std::vector<View> rows;
  for (const ProviderPages* provider : order) {
    View row;
    row.set("name", provider->name).set("url", inputs.link(provider_path(provider->id)));
    row.set("count", std::to_string(count_rules(*provider)));
    rows.push_back(std::move(row));
  }
  page.content.set("rows", std::move(rows));
  return page;
}

Page provider_page(const ProviderPages& provider, const PageInputs& inputs) {
  Page page;
  page.path = provider_path(provider.id);
  page.title = inputs.words.text("provider_title", {{"provider", provider.name}});
  const std::string count = std::to_string(count_rules(provider));
  page.description =
      inputs.words.text("provider_description", {{"provider", provider.name}, {"count", count}});
  page.template_name = "provider";
  View& view = page.content;
  view.set("name", provider.name).set("source", safe_url(provider.url));
  view.set("lead", page.description);
  std::vector<View> rows;
  for (const RuleGroup& group : provider.groups) {
    for (const Rule* rule : group.rules) rows.push_back(rule_row(*rule, false, inputs));
  }
  view.set("rows", std::move(rows));
  return page;
}

Page rule_group_page(const RuleGroup& group, const PageInputs& inputs) {
  const ProviderPages* provider = inputs.map.find_provider(group.provider);
  const std::string name = provider == nullptr ? group.provider : provider->name;
  const bool alone = group.rules.size() == 1;
  Page page;
  page.path = group_path(group);
  page.title = name + " " + group.label + ": " + group.rules.front()->title;
  page.description = inputs.words.text(alone ? "rule_description" : "rules_description",
                                       {{"provider", name},
                                        {"label", group.label},
                                        {"title", group.rules.front()->title},
                                        {"count", std::to_string(group.rules.size())}});
  page.template_name = "rules";
  View& view = page.content;
  view.set("provider", name).set("provider_url", inputs.link(provider_path(group.provider)));
  view.set("label", group.label).set("label_url", standard_url(group.label, inputs));
  view.set("heading", alone ? name + " " + group.label + ": " + group.rules.front()->title
                            : name + " " + group.label);
  view.set("several", alone ? "" : page.description).set("tl", inputs.text_language());
  std::vector<View> sections;
  for (const Rule* rule : group.rules) sections.push_back(rule_section(*rule, alone, inputs));
  view.set("sections", std::move(sections));
  return page;
}

}  // namespace plainbounce
