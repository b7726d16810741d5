#include "web/search_page.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/decode/code_query.h"
#include "core/knowledge/code_name.h"
#include "core/render/json.h"
#include "core/smtp/smtp_reply.h"
#include "web/page_text_view.h"
#include "web/search_terms.h"

namespace plainbounce {
namespace {

constexpr size_t kMostFound = 60;
constexpr size_t kLongestQuery = 300;

struct Hit {
  std::string url;
  std::string text;
  const char* kind;
  bool is_english;
};

// Everything that can be found, in the order in which it is shown.
std::vector<Hit> everything(const PageInputs& inputs) {
  std::vector<Hit> all;
  for (const CodeEntry& entry : inputs.knowledge.codes()) {
    all.push_back({code_path(entry.code), entry.code + " " + entry.title, "code", true});
  }
  for (const std::string& cause : inputs.map.causes()) {
    all.push_back(
        {cause_path(cause), cause_title(cause, inputs) + " (" + cause + ")", "cause", false});
  }
  for (const ProviderPages& provider : inputs.map.providers()) {
    all.push_back({provider_path(provider.id), provider.name, "provider", false});
    for (const RuleGroup& group : provider.groups) {
      for (const Rule* rule : group.rules) {
        all.push_back({rule_path(group, *rule),
                       provider.name + " " + group.label + ": " + rule->title, "rule", true});
      }
    }
  }
  return all;
}

View hit_view(const Hit& hit, const PageInputs& inputs) {
  View view;
  view.set("url", inputs.link(hit.url)).set("text", hit.text);
  view.set("what", inputs.words.text_of("found_", hit.kind));
  view.set("tl", hit.is_english ? inputs.text_language() : "");
  return view;
}

// The codes of a reply or a log line that somebody put into the search field.
void add_codes_of_reply(const std::string& query, const PageInputs& inputs,
                        std::vector<View>& found) {
  const SmtpReply reply = parse_smtp_reply(query);
  for (const std::string& code : {reply.enhanced ? reply.enhanced->to_string() : std::string(),
                                  reply.code ? reply.code->to_string() : std::string()}) {
    const CodeEntry* entry = inputs.knowledge.find_code(code);
    if (entry == nullptr) continue;
    found.push_back(hit_view({code_path(code), code + " " + entry->title, "code", true}, inputs));
  }
}

}  // namespace

std::string direct_hit(const std::string& query, const PageInputs& inputs) {
  const std::string_view text = trim(query);
  const auto code = looks_like_code(text) ? canonical_code(text) : std::nullopt;
  if (code && inputs.map.has_code(*code)) return code_path(*code);
  for (const ProviderPages& provider : inputs.map.providers()) {
    if (equals_ignoring_case(provider.id, text)) return provider_path(provider.id);
  }
  return {};
}

Page search_page(const std::string& given, const PageInputs& inputs) {
  const std::string query = well_formed_utf8(trim(given).substr(0, kLongestQuery));
  const SearchTerms terms(query);
  Page page;
  page.path = terms.empty() ? "/search" : "";
  page.title = terms.empty() ? inputs.words.text("search_title")
                             : inputs.words.text("search_title_for", {{"query", query}});
  page.description = inputs.words.text("search_description");
  page.template_name = "search";
  View& view = page.content;
  view.set("query", query).set("asked", !terms.empty());
  if (terms.empty()) return page;
  std::vector<View> found;
  size_t more = 0;
  for (const Hit& hit : everything(inputs)) {
    if (!terms.are_in(hit.text)) continue;
    if (found.size() < kMostFound) {
      found.push_back(hit_view(hit, inputs));
    } else {
      ++more;
    }
  }
  if (found.empty()) add_codes_of_reply(query, inputs, found);
  view.set("none", found.empty()).set("has_found", !found.empty());
  view.set("found", std::move(found));
  if (more > 0) {
    view.set("more", inputs.words.text("search_more", {{"count", std::to_string(more)}}));
  }
  return page;
}

std::string search_index(const PageInputs& inputs) {
  JsonWriter json;
  json.begin_array();
  for (const Hit& hit : everything(inputs)) {
    json.begin_array().value(inputs.link(hit.url)).value(hit.text);
    json.value(inputs.words.text_of("found_", hit.kind)).end_array();
  }
  json.end_array();
  return json.text();
}

}  // namespace plainbounce
