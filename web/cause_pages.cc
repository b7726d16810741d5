#include "web/cause_pages.h"

#include "core/knowledge/rule_lookup.h"
#include "web/page_text_view.h"

namespace plainbounce {
namespace {

const CauseTexts& texts_of(const std::string& cause, const PageInputs& inputs) {
  static const CauseTexts none;
  const LanguageTexts* texts = inputs.knowledge.texts(inputs.words.language());
  if (texts == nullptr) return none;
  const auto found = texts->causes.find(cause);
  return found == texts->causes.end() ? none : found->second;
}

std::vector<View> actions_of(const std::vector<std::string>& actions) {
  std::vector<View> views;
  views.reserve(actions.size());
  for (const std::string& action : actions) views.push_back(View().set("action", action));
  return views;
}

// One sentence about the cause: its line, which some causes lack, or what stands behind "because".
std::string sentence_of(const CauseTexts& texts, const PageWords& words) {
  if (!texts.line.empty()) return texts.line;
  if (!texts.reason.empty()) return words.text("cause_reason", {{"reason", texts.reason}});
  return words.text("cause_sentence", {{"title", texts.title}});
}

}  // namespace

Page cause_list_page(const PageInputs& inputs) {
  Page page;
  page.path = "/causes";
  page.title = inputs.words.text("causes_title");
  page.description = inputs.words.text("causes_description");
  page.template_name = "causes";
  std::vector<View> rows;
  for (const std::string& cause : inputs.map.causes()) {
    const CauseEntry* entry = inputs.knowledge.find_cause(cause);
    View row;
    row.set("title", cause_title(cause, inputs)).set("id", cause);
    row.set("url", inputs.link(cause_path(cause)));
    row.set("kind", kind_text(entry->kind, inputs)).set("actor", party_text(entry->actor, inputs));
    rows.push_back(std::move(row));
  }
  page.content.set("rows", std::move(rows));
  return page;
}

Page cause_page(const std::string& cause, const PageInputs& inputs) {
  const CauseEntry* entry = inputs.knowledge.find_cause(cause);
  const CauseTexts& texts = texts_of(cause, inputs);
  const std::string title = cause_title(cause, inputs);
  Page page;
  page.path = cause_path(cause);
  page.title = inputs.words.text("cause_title", {{"title", title}, {"cause", cause}});
  const std::string sentence = sentence_of(texts, inputs.words);
  page.description = inputs.words.text("cause_description", {{"cause", cause}, {"text", sentence}});
  page.template_name = "cause";
  View& view = page.content;
  view.set("heading", title).set("id", cause).set("sentence", sentence);
  view.set("kind", kind_text(entry->kind, inputs)).set("actor", party_text(entry->actor, inputs));
  std::vector<View> final = actions_of(texts.actions_final);
  std::vector<View> retrying = actions_of(texts.actions_retrying);
  std::vector<View> done = actions_of(texts.actions_done);
  view.set("has_final", !final.empty());
  view.set("final", std::move(final));
  view.set("has_retrying", !retrying.empty());
  view.set("retrying", std::move(retrying));
  view.set("has_done", !done.empty());
  view.set("done", std::move(done));
  std::vector<View> codes;
  for (const CodeEntry& code : inputs.knowledge.codes()) {
    if (code.cause == cause) codes.push_back(code_row(code, inputs));
  }
  view.set("has_codes", !codes.empty());
  view.set("codes", std::move(codes));
  std::vector<View> rules;
  for (const Rule& rule : inputs.knowledge.rules()) {
    if (rule.cause == cause) rules.push_back(rule_row(rule, true, inputs));
  }
  view.set("has_rules", !rules.empty());
  view.set("rules", std::move(rules));
  return page;
}

}  // namespace plainbounce
