#pragma once

#include <string>

#include "cli/console.h"
#include "cli/doctor/finding.h"

namespace plainbounce {

// A line for each check, then each finding that is not right with what it means and the lines that
// mend it, then a line that counts.
std::string doctor_text(const Findings& findings, const Console& console);
// The object of docs/json.md.
std::string doctor_json(const Findings& findings);

}  // namespace plainbounce
