#include "web/other_pages.h"

#include <algorithm>

#include "core/base/clean_text.h"
#include "core/base/nearest_word.h"
#include "core/knowledge/code_pages.h"
#include "web/page_text_view.h"

namespace plainbounce {
namespace {

constexpr size_t kNearest = 5;
constexpr size_t kLongestShown = 100;

// Codes that people meet most, for the home page.
constexpr const char* kUsualCodes[] = {"5.1.1", "5.2.2", "5.7.1", "5.7.26", "4.2.2",
                                       "4.4.1", "4.7.1", "550",   "421",    "452"};
constexpr const char* kUsualProviders[] = {"gmail", "microsoft", "yahoo", "icloud", "postfix"};
constexpr const char* kUsualCauses[] = {"address-unknown",       "mailbox-full", "blocked-ip",
                                        "authentication-failed", "greylisted",   "spam-suspected"};

View link_view(const std::string& url, const std::string& text) {
  return View().set("url", url).set("text", text);
}

View code_link(const std::string& code, const PageInputs& inputs) {
  const CodeEntry* entry = inputs.knowledge.find_code(code);
  View view = link_view(inputs.link(code_path(code)), code);
  view.set("title", entry == nullptr ? "" : entry->title).set("tl", inputs.text_language());
  return view;
}

// "/codes/4.3.99" -> "4.3.99"; empty when the path lies elsewhere.
std::string_view below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) ? path.substr(folder.size()) : std::string_view();
}

std::vector<View> near_codes(std::string_view asked, const PageInputs& inputs) {
  std::vector<View> near;
  for (const std::string& code : inputs.knowledge.nearest_codes(asked, kNearest)) {
    near.push_back(code_link(code, inputs));
  }
  return near;
}

// Of a provider: the labels that look most like it; else the provider itself.
std::vector<View> near_rules(std::string_view asked, const PageInputs& inputs) {
  const std::string_view provider_id = asked.substr(0, asked.find('/'));
  std::vector<std::string_view> names;
  for (const ProviderPages& pages : inputs.map.providers()) names.push_back(pages.id);
  const ProviderPages* provider = inputs.map.find_provider(provider_id);
  if (provider == nullptr) provider = inputs.map.find_provider(nearest_word(provider_id, names));
  if (provider == nullptr) return {};
  std::vector<View> near = {link_view(inputs.link(provider_path(provider->id)), provider->name)};
  if (asked.find('/') == std::string_view::npos) return near;
  const std::string_view wanted = asked.substr(asked.find('/') + 1).substr(0, kLongestShown);
  std::vector<std::pair<size_t, const RuleGroup*>> ranked;
  for (const RuleGroup& group : provider->groups) {
    ranked.emplace_back(edit_distance(wanted, group.slug), &group);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ranked.size() > kNearest) ranked.resize(kNearest);
  for (const auto& [distance, group] : ranked) {
    near.push_back(link_view(inputs.link(group_path(*group)), provider->name + " " + group->label));
  }
  return near;
}

std::vector<View> near_causes(std::string_view asked, const PageInputs& inputs) {
  const std::vector<std::string>& causes = inputs.map.causes();
  const std::string near(nearest_word(asked, {causes.begin(), causes.end()}));
  if (near.empty()) return {};
  return {link_view(inputs.link(cause_path(near)), cause_title(near, inputs))};
}

}  // namespace

Page home_page(const PageInputs& inputs) {
  Page page;
  page.path = "/";
  page.title = inputs.words.text("home_title");
  page.description = inputs.words.text("home_description");
  page.template_name = "home";
  View& view = page.content;
  view.set("paste", inputs.has_paste_box).set("decode_url", inputs.link("/decode"));
  std::vector<View> codes;
  for (const char* code : kUsualCodes) {
    if (inputs.map.has_code(code)) codes.push_back(code_link(code, inputs));
  }
  std::vector<View> providers;
  for (const char* id : kUsualProviders) {
    const ProviderPages* provider = inputs.map.find_provider(id);
    if (provider == nullptr) continue;
    providers.push_back(link_view(inputs.link(provider_path(id)), provider->name));
  }
  std::vector<View> causes;
  for (const char* cause : kUsualCauses) {
    causes.push_back(link_view(inputs.link(cause_path(cause)), cause_title(cause, inputs)));
  }
  view.set("codes", std::move(codes)).set("providers", std::move(providers));
  view.set("causes", std::move(causes));
  return page;
}

Page about_page(const std::string& version, const PageInputs& inputs) {
  Page page;
  page.path = "/about";
  page.title = inputs.words.text("about_title");
  page.description = inputs.words.text("about_description");
  page.template_name = "about";
  View& view = page.content;
  std::vector<View> sources;
  for (const auto& [id, source] : inputs.knowledge.sources()) {
    View row;
    row.set("name", source.name).set("url", safe_url(source.url)).set("checked", source.checked);
    sources.push_back(std::move(row));
  }
  view.set("sources", std::move(sources)).set("tl", inputs.text_language());
  const std::string codes = std::to_string(inputs.knowledge.codes().size());
  const std::string rules = std::to_string(inputs.knowledge.rules().size());
  const std::string providers = std::to_string(inputs.map.providers().size());
  view.set("counts",
           inputs.words.text("about_counts",
                             {{"codes", codes}, {"rules", rules}, {"providers", providers}}));
  view.set("version", inputs.words.text("about_version", {{"version", version}}));
  view.set("paste", inputs.has_paste_box);
  return page;
}

Page not_found_page(const std::string& path, const PageInputs& inputs) {
  Page page;
  page.status = 404;
  page.title = inputs.words.text("not_found_title");
  page.description = inputs.words.text("not_found_text");
  page.template_name = "not_found";
  View& view = page.content;
  const std::string_view code = below(path, "/codes/");
  const std::string_view rule = below(path, "/providers/");
  const std::string_view cause = below(path, "/causes/");
  const std::string_view asked = !code.empty() ? code : !rule.empty() ? rule : cause;
  std::vector<View> near;
  if (!code.empty()) near = near_codes(code, inputs);
  if (!rule.empty()) near = near_rules(rule, inputs);
  if (!cause.empty()) near = near_causes(cause, inputs);
  view.set("asked", clean_text(asked, kLongestShown)).set("tl", inputs.text_language());
  if (const auto parent = CodePages(inputs.knowledge).find(code)) {
    view.set("substitute", parent->substitute).set("answer", parent->entry.page.answer);
    view.set("parent", parent->entry.code);
    view.set("parent_url", inputs.link(code_path(parent->entry.code)));
  }
  view.set("has_near", !near.empty());
  view.set("near", std::move(near));
  return page;
}

Page error_page(int status, const PageInputs& inputs) {
  Page page;
  page.status = status;
  page.title = inputs.words.text("error_title");
  page.description = inputs.words.text_of("error_", std::to_string(status));
  page.template_name = "error";
  page.content.set("text", page.description).set("paste", inputs.has_paste_box);
  page.content.set("decode_url", inputs.link("/decode"));
  return page;
}

}  // namespace plainbounce
