#pragma once

#include <string>

#include "cli/console.h"
#include "core/diagnosis/diagnosis.h"
#include "core/explain/note.h"

namespace plainbounce {

// An explanation for a person at a terminal: title, sentences, who acts, actions, contact.
std::string explanation_text(const Explanation& explanation, const Console& console);
// What it rests on, a fact a line: code, cause, provider, rule, reply; with `with_evidence` all
// that spoke for it.
std::string diagnosis_text(const Diagnosis& diagnosis, bool with_evidence);
// "  label        value", the value wrapped; nothing when it is empty.
std::string fact_line(std::string_view label, std::string_view value);

}  // namespace plainbounce
