#include <gtest/gtest.h>

#include "core/base/ascii.h"
#include "core/diagnosis/diagnoser.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {
namespace {

const KnowledgeBase& knowledge() {
  static const auto loaded = load_knowledge("");
  return **loaded;
}

std::string evidence_text(const Diagnosis& diagnosis) {
  std::string text;
  for (const Evidence& evidence : diagnosis.evidence) {
    text += "  " + evidence.kind + ": " + evidence.text + ": " + evidence.says + "\n";
  }
  return text;
}

// "X-Postfix; unknown user: ..." is a diagnostic of that type; everything else a server's reply,
// which came from `remote_host` where that is not empty.
Diagnosis diagnose_example(const std::string& example, const std::string& remote_host) {
  PerRecipientFields recipient;
  recipient.action = Action::kFailed;
  if (!remote_host.empty()) recipient.remote_mta = {"dns", remote_host};
  TypedValue& diagnostic = recipient.diagnostic_code.emplace();
  diagnostic = {"smtp", example};
  for (const std::string type : {"x-postfix", "x-unix", "x-notes"}) {
    if (!starts_with_ignoring_case(example, type + "; ")) continue;
    diagnostic = {type, example.substr(type.size() + 2)};
  }
  return Diagnoser(knowledge()).diagnose(recipient);
}

TEST(RuleExamples, EachMakesItsVeryRuleWinThroughTheWholeDiagnoser) {
  for (const Rule& rule : knowledge().rules()) {
    EXPECT_FALSE(rule.examples.empty()) << rule.id << " has no example";
    for (const std::string& example : rule.examples) {
      const Diagnosis diagnosis = diagnose_example(example, "");
      EXPECT_EQ(diagnosis.rule, rule.id) << example << "\n" << evidence_text(diagnosis);
    }
  }
}

TEST(RuleExamples, EachMakesItsRuleWinFromItsProvidersServersToo) {
  for (const Rule& rule : knowledge().rules()) {
    for (const std::string& suffix : knowledge().find_provider(rule.provider)->hosts) {
      for (const std::string& example : rule.examples) {
        const Diagnosis diagnosis = diagnose_example(example, "mx1." + suffix);
        EXPECT_EQ(diagnosis.rule, rule.id) << example << "\n" << evidence_text(diagnosis);
      }
    }
  }
}

}  // namespace
}  // namespace plainbounce
