#pragma once

#include <string>

#include "cli/console.h"
#include "cli/doctor/check_result.h"

namespace plainbounce {

// A line for each check, then each result that is not right with what it means and the lines that
// mend it, then a line that counts.
std::string doctor_text(const CheckResults& results, const Console& console);
// The object of docs/json.md.
std::string doctor_json(const CheckResults& results);

}  // namespace plainbounce
