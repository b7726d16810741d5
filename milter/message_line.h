#pragma once

#include <string>
#include <string_view>

#include "core/bounce/bounce_explainer.h"

namespace plainbounce {

// The one line that the log gets for a message: queue id, verb, key=value. Values are escaped here.

// "4XyZ1: explained original=... kind=report cause=mailbox-full outlook=final rcpts=1 mode=body"
std::string line_of_explained(std::string_view queue_id, const BounceOutcome& outcome, bool body,
                              bool with_addresses);
// "4XyZ1: passed reason=...", with what is known of it.
std::string line_of_passed(std::string_view queue_id, const BounceOutcome& outcome);
std::string line_of_passed(std::string_view queue_id, std::string_view reason);
// Not the message's line but a warning beside it.
std::string line_of_full_memory(std::string_view queue_id);

}  // namespace plainbounce
