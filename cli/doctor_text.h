#pragma once

#include <string>

#include "cli/console.h"
#include "cli/doctor/check_result.h"

namespace plainbounce {

// A line for each check, then each result that is not right with what it means and the lines that
// mend it, then a line that counts.
std::string doctor_text(const CheckResults& results, const Console& console);
// What a person reads of a bounce that came back: below a line of its own, line by line.
std::string bounce_text(const std::string& bounce, const Console& console);
// The object of docs/json.md. `bounce` empty: none was seen.
std::string doctor_json(const CheckResults& results, const std::string& bounce);

}  // namespace plainbounce
