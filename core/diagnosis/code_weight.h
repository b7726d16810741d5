#pragma once

#include <string>

#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/testimony.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// What the codes alone, without words, say.
struct CodeWeight {
  CauseId cause = "unclear";
  Confidence confidence = Confidence::kUnsure;
  std::string code;             // the one that says it; empty when none does
  bool may_be_derived = false;  // a Status that may stand for a bare reply code
};

// The enhanced code behind the reply code decides; without one the Status field, unless the
// reporting system only derived it from the reply code; then the reply code. Adds what it looked
// at to `evidence`.
CodeWeight weigh_codes(const KnowledgeBase& knowledge, const Testimony& testimony,
                       std::vector<Evidence>& evidence);

// The code that is worth explaining: the enhanced code of the reply, Status, the reply code. A
// Status that the reporting system made out of the reply code counts where it is of the cause that
// was found; X.0.0 where there is nothing else, or beside a reply code that says as little. Empty
// when there is none.
std::string code_to_explain(const KnowledgeBase& knowledge, const Testimony& testimony,
                            const CauseId& cause);

}  // namespace plainbounce
