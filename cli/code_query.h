#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// "452", "9999", "5.1.1", "X.3.1", "4.x.X", "5.7": the form of a code, known or not.
bool looks_like_code(std::string_view text);
// The entry of a code, a family ("X.3.1"), a subject ("X.3.X", or "4.3.X" of one class) or a class
// ("4.X.X"); nothing when there is none.
std::optional<CodeEntry> find_asked_code(const KnowledgeBase& knowledge, std::string_view text);

}  // namespace plainbounce
