#pragma once

#include <algorithm>
#include <optional>

#include "core/knowledge/entries.h"

namespace plainbounce::testing {

// True when a page has a step for the party that has to act. A receiving mail service may be
// without one: what ails it is often unknown to those who read the page.
inline bool tells_who_acts(const PageText& page, std::optional<Party> actor) {
  if (!actor || *actor == Party::kNobody || *actor == Party::kRecipientAdmin) return true;
  return std::any_of(page.fix.begin(), page.fix.end(),
                     [&](const FixStep& step) { return parse_party(step.who) == *actor; });
}

}  // namespace plainbounce::testing
