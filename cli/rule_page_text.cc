#include "cli/rule_page_text.h"

#include "cli/explanation_text.h"
#include "cli/page_text.h"
#include "core/knowledge/rule_lookup.h"

namespace plainbounce {
namespace {

// Where the facts come from, in words.
std::string_view origin_text(std::string_view origin_confidence) {
  if (origin_confidence == "documented")
    return "documented by the provider or in the program's source";
  if (origin_confidence == "reported") return "reported by several others";
  if (origin_confidence == "sample") return "seen in a bounce, documented nowhere";
  if (origin_confidence == "recalled") return "recalled, not checked";
  return {};
}

std::string provider_line(const Rule& rule, const KnowledgeBase& knowledge) {
  const Provider* provider = knowledge.find_provider(rule.provider);
  if (provider == nullptr) return rule.provider;
  return provider->name + (provider->url.empty() ? "" : ", " + provider->url);
}

}  // namespace

std::string rule_page_text(const Rule& rule, const KnowledgeBase& knowledge,
                           const Console& console) {
  const PageText text = knowledge.page_of(rule);
  const RuleMeaning meaning = meaning_of(rule, knowledge);
  std::string out = console.bold(escape_for_terminal(rule.id + "  " + rule.title)) + "\n";
  if (!text.answer.empty()) out += paragraph(text.answer);
  out += "\n" + fact_line("provider", provider_line(rule, knowledge));
  out += fact_line("code", rule.code);
  out += fact_line("kind", meaning.kind ? to_string(*meaning.kind) : std::string_view());
  out += fact_line("who acts", meaning.actor ? to_string(*meaning.actor) : std::string_view());
  out += fact_line("cause", rule.cause);
  out += fact_line("certainty", to_string(rule.confidence));
  out += fact_line("known from", origin_text(rule.origin_confidence));
  if (!rule.examples.empty()) out += heading("What the server says", console);
  for (const std::string& example : rule.examples) out += paragraph(example, 4, "  -");
  if (!text.meaning.empty()) {
    out += heading("What it means", console) + paragraph(text.meaning);
  }
  out += causes_section(text, console) + fix_section(text, console);
  return out + sources_section(text, console);
}

}  // namespace plainbounce
