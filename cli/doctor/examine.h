#pragma once

#include "cli/doctor/examination.h"
#include "cli/doctor/finding.h"

namespace plainbounce {

// All checks that fit this machine, in the order in which they are shown: what later ones rest on
// comes first.
Findings examine(const Examination& examination);

}  // namespace plainbounce
