#pragma once

#include <string>

#include "core/diagnosis/diagnosis.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce::testing {

// The built-in one.
inline const KnowledgeBase& knowledge() {
  static const auto loaded = load_knowledge("");
  return **loaded;
}

// "CAUSE OUTLOOK KIND ACTOR CONFIDENCE CODE".
inline std::string summary(const Diagnosis& d) {
  const auto word = [](std::string_view text) { return std::string(text) + " "; };
  return d.cause + " " + word(to_string(d.outlook)) + word(to_string(d.kind)) +
         word(to_string(d.actor)) + word(to_string(d.confidence)) + d.code;
}

}  // namespace plainbounce::testing
