#pragma once

#include <optional>
#include <vector>

#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/testimony.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// What the words say, by the rule that fits best.
struct WordWeight {
  RuleMatch match;
  // A rule of no provider that only suggests ("refused", an exit code): it yields to any code that
  // tells a cause.
  bool only_suggests = false;
  // The words are a provider's own, or all of the sentence is known.
  bool is_plain = true;
  // They say whose address or domain they are about: the recipient's.
  bool names_recipient = false;
};

// The best rule for the reply's words, or for what a local program printed. Of "expired" and the
// last real error the error is taken. Adds the words to `evidence`.
std::optional<WordWeight> weigh_words(const KnowledgeBase& knowledge, const Testimony& testimony,
                                      std::vector<Evidence>& evidence);

}  // namespace plainbounce
