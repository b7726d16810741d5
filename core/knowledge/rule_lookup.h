#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// True when a rule that is listed under `label` is about what is asked for, in any case: the same
// code, one within a range ("5.7.606-649" covers "5.7.620", "AUP#1300-1340" covers "AUP#1310"), one
// of a family ("X.4.316" covers "5.4.316") or of a list ("IB504/510" covers "IB510").
bool label_covers(std::string_view label, std::string_view asked);

// The rules that a person may mean, in the order of the knowledge: one by its id
// ("gmail/over-quota"), those of a provider under a code ("gmail/5.7.26"), all of a provider
// ("gmail"), or all providers' under a code, whether a standard one or their own ("S3150"), without
// everybody's wording (scope "generic"). Empty when there are none.
std::vector<const Rule*> find_rules(const KnowledgeBase& knowledge, std::string_view asked);

// What a rule's words mean. The kind is the rule's own, or the one that the codes of all its
// examples have, or without such codes its cause's; nothing where the reply decides. The actor is
// the rule's own, or its cause's.
struct RuleMeaning {
  std::optional<Kind> kind;
  std::optional<Party> actor;
};
RuleMeaning meaning_of(const Rule& rule, const KnowledgeBase& knowledge);

}  // namespace plainbounce
