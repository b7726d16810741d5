#include "web/code_page.h"

#include "core/base/ascii.h"
#include "core/knowledge/rule_lookup.h"
#include "web/page_text_view.h"

namespace plainbounce {
namespace {

std::string standing(const CodeEntry& entry, const PageWords& words) {
  if (entry.origin == "folk" || entry.origin == "de-facto") {
    return words.text_of("standing_", entry.origin);
  }
  return words.text(entry.class_allowed ? "standing_standard" : "standing_unforeseen");
}

// Replies of success and in between are nobody's trouble and have no cause worth a sentence.
bool reports_no_trouble(const CodeEntry& entry) {
  return entry.kind == Kind::kSuccess || entry.code[0] == '3';
}

void add_facts(View& view, const CodePage& page, const PageInputs& inputs) {
  const CodeEntry& entry = page.entry;
  view.set("kind", kind_text(entry.kind, inputs));
  view.set("class", class_text(entry.class_name, inputs));
  view.set("standing", standing(entry, inputs.words));
  view.set("family", page.family);
  if (inputs.map.has_code(page.family)) view.set("family_url", inputs.link(code_path(page.family)));
  const bool is_clear = entry.cause != "unclear" || reports_no_trouble(entry);
  view.set("actor", is_clear ? party_text(entry.actor, inputs) : inputs.words.text("who_open"));
  if (reports_no_trouble(entry)) return;
  view.set("cause", cause_title(entry.cause, inputs));
  view.set("cause_url", inputs.link(cause_path(entry.cause)));
  view.set("certainty", inputs.words.text_of("certainty_", to_string(entry.confidence)));
}

std::vector<View> rules_of(const CodeEntry& entry, const PageInputs& inputs) {
  std::vector<View> rows;
  for (const Rule* rule : find_rules(inputs.knowledge, entry.code)) {
    rows.push_back(rule_row(*rule, true, inputs));
  }
  return rows;
}

std::vector<View> below(const CodeEntry& entry, const PageInputs& inputs) {
  std::vector<View> lines;
  const CodePages pages(inputs.knowledge);
  for (const std::string& code : inputs.map.codes_below(entry.code)) {
    const auto page = pages.find(code);
    View line;
    line.set("code", code).set("url", inputs.link(code_path(code)));
    line.set("title", page ? page->entry.title : "");
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

Page code_page(const CodePage& code, const PageInputs& inputs) {
  const CodeEntry& entry = code.entry;
  const PageText& text = entry.page;
  Page page;
  page.path = code_path(entry.code);
  page.title = entry.code + " " + entry.title;
  page.description = inputs.words.text(
      "code_description", {{"code", entry.code}, {"title", entry.title}, {"answer", text.answer}});
  page.template_name = "code";
  View& view = page.content;
  view.set("code", entry.code).set("code_title", entry.title).set("answer", text.answer);
  view.set("server_text", text.server_text);
  add_facts(view, code, inputs);
  add_page_text(view, text, "h2", inputs);
  std::vector<View> rules = rules_of(entry, inputs);
  view.set("has_rules", !rules.empty());
  view.set("rules", std::move(rules));
  std::vector<View> lines = below(entry, inputs);
  view.set("has_below", !lines.empty());
  view.set("below", std::move(lines));
  return page;
}

}  // namespace plainbounce
