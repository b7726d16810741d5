#pragma once

#include "cli/postfix/setup_plan.h"

namespace plainbounce {

// Whether this Postfix can ask for a footer behind its replies (3.4).
bool can_map_replies(const PostfixConfiguration& postfix);

// Adds the reply map to the plan, and that postscreen does not ask it; or why it is left out.
void plan_reply_map(const SetupBasis& basis, const SetupSockets& sockets, SetupPlan& plan);

}  // namespace plainbounce
