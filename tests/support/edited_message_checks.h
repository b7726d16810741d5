#pragma once

#include <string>

#include "core/bounce/bounce_explainer.h"

namespace plainbounce::testing {

// What is wrong with an outcome, one finding a line; empty when everything that must hold of it
// does: nothing changes where a reason to pass is given; the new body is the old one but for the
// first part; undoing gives the input back; parts 2 to n are the same bytes; lines of ours are
// short and of plain bytes; header values are folded ASCII; limits are kept.
std::string findings_in(const RawMessage& message, const BounceOutcome& outcome,
                        const BouncePolicy& policy);

}  // namespace plainbounce::testing
