#include "milter/figures.h"

#include <string>
#include <vector>

#include "core/knowledge/cause_ids.h"

namespace plainbounce {
namespace {

LabelSet outlooks() { return LabelSet({"final", "retrying", "done", "unknown"}); }

LabelSet causes() { return LabelSet({kCauseIds.begin(), kCauseIds.end()}); }

LabelSet kinds() {
  return LabelSet({"report", "legacy", "notice", "auto-reply", "receipt", "abuse-report", "none"});
}

LabelSet providers(const KnowledgeBase& knowledge) {
  std::vector<std::string> ids = {"none"};
  for (const Rule& rule : knowledge.rules()) ids.push_back(rule.provider);
  return LabelSet(std::move(ids));
}

// As Session and BounceExplainer say them; those that begin with "error" or "exception" are one.
LabelSet reasons() {
  return LabelSet({"no bounce", "notice", "auto-reply", "receipt", "abuse-report", "marker",
                   "signed field", "signed off", "headers off", "observe", "size limit",
                   "header limit", "max_in_flight", "error"});
}

std::string_view reason_label(std::string_view why) {
  return why.starts_with("error") || why.starts_with("exception") ? "error" : why;
}

}  // namespace

std::string_view to_string(MessageResult result) {
  switch (result) {
    case MessageResult::kBody:
      return "body";
    case MessageResult::kHeaders:
      return "headers";
    case MessageResult::kPassed:
      return "passed";
    case MessageResult::kFailed:
      break;
  }
  return "failed";
}

Figures::Figures(const KnowledgeBase& knowledge)
    : messages(kinds(), LabelSet({"body", "headers", "passed", "failed"})),
      passed(reasons()),
      refusals(LabelSet({"signed", "encrypted", "friendly", "too-large", "too-deep", "unproven",
                         "elsewhere", "machine", "observe"})),
      by_cause(causes(), outlooks()),
      by_actor(LabelSet({"sender", "sender-admin", "recipient", "recipient-admin", "nobody"}),
               outlooks()),
      by_provider(providers(knowledge), outlooks()),
      replies(LabelSet({"footer", "dsn"}), LabelSet({"found", "not-found", "error"})),
      rejected(causes()),
      events(LabelSet({"written", "dropped"})),
      held_back_lines(LabelSet({kLineKinds.begin(), kLineKinds.end()})),
      reloads(LabelSet({"ok", "failed"})) {}

void Figures::count_message(const BounceOutcome& outcome, MessageResult result) {
  messages.add(to_string(outcome.verdict.kind), to_string(result));
  if (result == MessageResult::kPassed || result == MessageResult::kFailed) {
    passed.add(result == MessageResult::kFailed ? "error" : reason_label(outcome.passed));
  }
  if (outcome.verdict.refusal) refusals.add(to_string(*outcome.verdict.refusal));
  for (const DiagnosedRecipient& recipient : outcome.recipients) {
    const Diagnosis& diagnosis = recipient.diagnosis;
    const std::string_view outlook = diagnosis.outlook == Outlook::kUnknown
                                         ? std::string_view("unknown")
                                         : to_string(diagnosis.outlook);
    by_cause.add(diagnosis.cause, outlook);
    by_actor.add(to_string(diagnosis.actor), outlook);
    by_provider.add(diagnosis.provider.empty() ? std::string_view("none")
                                               : std::string_view(diagnosis.provider),
                    outlook);
  }
}

void Figures::count_passed(MessageKind kind, std::string_view why) {
  const std::string_view reason = reason_label(why);
  messages.add(to_string(kind),
               to_string(reason == "error" ? MessageResult::kFailed : MessageResult::kPassed));
  passed.add(reason);
}

}  // namespace plainbounce
