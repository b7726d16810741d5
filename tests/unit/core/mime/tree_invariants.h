#pragma once

#include <string>

#include "core/mime/message_tree.h"

namespace plainbounce::testing {

// What must hold for every tree, in words for the first rule that does not; empty when all do:
// ranges lie inside each other in order, fields follow one another without a gap, and between two
// parts there is one line end and one delimiter line and nothing else.
std::string broken_invariant(const MessageTree& tree);

}  // namespace plainbounce::testing
