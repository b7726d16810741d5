#include <algorithm>
#include <set>

#include "core/base/ascii.h"
#include "web/code_page.h"
#include "web/page_text_view.h"
#include "web/search_terms.h"

namespace plainbounce {
namespace {

constexpr const char* kKinds[] = {"temporary", "permanent", "success", "open"};
constexpr const char* kActors[] = {"sender", "sender-admin", "recipient", "recipient-admin",
                                   "nobody"};

std::string kind_id(const CodeEntry& entry) {
  return entry.kind ? std::string(to_string(*entry.kind)) : "open";
}

bool passes(const CodeEntry& entry, const CodeFilter& filter, const SearchTerms& terms) {
  if (!filter.kind.empty() && filter.kind != kind_id(entry)) return false;
  if (!filter.group.empty() && filter.group != entry.class_name) return false;
  if (!filter.actor.empty() && filter.actor != to_string(entry.actor)) return false;
  return terms.are_in(entry.code + " " + entry.title);
}

View option(const std::string& value, const std::string& name, const std::string& chosen) {
  View view;
  view.set("value", value).set("name", name).set("chosen", value == chosen);
  return view;
}

std::vector<View> class_options(const CodeFilter& filter, const PageInputs& inputs) {
  std::vector<View> options;
  std::set<std::string> seen;
  for (const CodeEntry& entry : inputs.knowledge.codes()) {
    if (entry.class_name.empty() || !seen.insert(entry.class_name).second) continue;
    options.push_back(option(entry.class_name, class_text(entry.class_name, inputs), filter.group));
  }
  return options;
}

}  // namespace

Page code_table_page(const CodeFilter& filter, const PageInputs& inputs) {
  const PageWords& words = inputs.words;
  Page page;
  page.path = "/codes";
  page.title = words.text("codes_title");
  page.description = words.text("codes_description");
  page.template_name = "codes";
  View& view = page.content;
  std::vector<View> kinds;
  for (const char* kind : kKinds) {
    kinds.push_back(option(kind, words.text_of("kind_", kind), filter.kind));
  }
  std::vector<View> actors;
  for (const char* actor : kActors) {
    actors.push_back(option(actor, words.text_of("who_", actor), filter.actor));
  }
  view.set("kinds", std::move(kinds)).set("actors", std::move(actors));
  view.set("classes", class_options(filter, inputs)).set("words", filter.words);
  const SearchTerms terms(filter.words);
  std::vector<View> rows;
  for (const CodeEntry& entry : inputs.knowledge.codes()) {
    if (passes(entry, filter, terms)) rows.push_back(code_row(entry, inputs));
  }
  view.set("count", words.text("codes_count", {{"count", std::to_string(rows.size())}}));
  view.set("none", rows.empty());
  view.set("filtered", !terms.empty() || !filter.kind.empty() || !filter.group.empty() ||
                           !filter.actor.empty());
  view.set("has_rows", !rows.empty());
  view.set("rows", std::move(rows));
  view.set("action", inputs.link("/codes")).set("tl", inputs.text_language());
  return page;
}

}  // namespace plainbounce
