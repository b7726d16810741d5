#pragma once

#include <string>
#include <string_view>

#include "cli/postfix/setup_plan.h"

namespace plainbounce {

// How every comment of a set-up begins in main.cf and master.cf.
inline constexpr std::string_view kSetupMark = "# plainbounce setup: ";
// How a line begins that a set-up has put out of force; the rest is the line as it was.
inline constexpr std::string_view kFormerMark = "# plainbounce setup: was: ";

// main.cf with the plan's parameters at its end, each under a comment that says why. Where one is
// set already, that line becomes a comment.
std::string add_parameters(std::string_view main_text, const SetupPlan& plan);

// master.cf with the plan's service at its end and the options behind their services; every other
// byte stays, comments and columns too.
std::string add_services(std::string_view master_text, const SetupPlan& plan);

// A comment of a set-up, or a line that one has put out of force.
bool is_setup_mark(std::string_view line);

}  // namespace plainbounce
