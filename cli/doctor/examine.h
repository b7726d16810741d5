#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/examination.h"

namespace plainbounce {

// All checks that fit this machine, in the order in which they are shown: what later ones rest on
// comes first.
CheckResults examine(const Examination& examination);

}  // namespace plainbounce
