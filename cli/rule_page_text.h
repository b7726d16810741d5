#pragma once

#include <string>

#include "cli/console.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// The page of a rule for a terminal: whose words it knows, what they mean, what each party can do,
// and where that is known from.
std::string rule_page_text(const Rule& rule, const KnowledgeBase& knowledge,
                           const Console& console);

}  // namespace plainbounce
