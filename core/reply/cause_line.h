#pragma once

#include <string_view>

#include "core/diagnosis/diagnosis.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// The sentence of a cause for one line of a reply: in `language` where it is printable ASCII there,
// else in English. Empty where the diagnosis is not certain, has no cause that a failure can have,
// or where there is no such sentence. Points into the knowledge.
std::string_view cause_line(const KnowledgeBase& knowledge, const Diagnosis& diagnosis,
                            std::string_view language);

}  // namespace plainbounce
