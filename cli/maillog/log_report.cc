#include "cli/maillog/log_report.h"

#include <algorithm>

#include "core/knowledge/code_pages.h"
#include "core/knowledge/rule_lookup.h"

namespace plainbounce {
namespace {

std::vector<FixStep> fix_of(const DeliveryGroup& group, const KnowledgeBase& knowledge) {
  if (!group.example.rule.empty()) {
    const auto rules = find_rules(knowledge, group.example.rule);
    if (!rules.empty()) {
      const PageText page = knowledge.page_of(*rules.front());
      if (!page.fix.empty()) return page.fix;
    }
  }
  if (group.example.code.empty()) return {};
  const auto page = CodePages(knowledge).find(group.example.code);
  return page ? page->entry.page.fix : std::vector<FixStep>();
}

}  // namespace

bool is_chosen(const DeliveryGroup& group, const Verdict& verdict, const ReportChoice& choice) {
  if (group.state == DeliveryState::kRefused && !choice.refused) return false;
  return choice.causes.empty() || std::find(choice.causes.begin(), choice.causes.end(),
                                            verdict.cause) != choice.causes.end();
}

std::string title_of(const Verdict& verdict, const Workplace& workplace) {
  const auto& languages = workplace.policy.explain.general.languages;
  const LanguageTexts* texts =
      languages.empty() ? nullptr : workplace.knowledge->texts(languages.front());
  if (texts == nullptr) return verdict.cause;
  const auto found = texts->causes.find(verdict.cause);
  if (found == texts->causes.end() || found->second.title.empty()) return verdict.cause;
  const CauseTexts& cause = found->second;
  return cause.title_admin.empty() ? cause.title : cause.title_admin;
}

std::vector<std::string> steps_of(const DeliveryGroup& group, const Verdict& verdict,
                                  const KnowledgeBase& knowledge) {
  std::vector<std::string> steps;
  if (!verdict.actor_is_clear) return steps;
  for (const FixStep& step : fix_of(group, knowledge)) {
    if (step.who == to_string(verdict.actor)) steps.push_back(step.text);
  }
  return steps;
}

}  // namespace plainbounce
