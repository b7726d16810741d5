#pragma once

#include <string>

#include "core/bounce/bounce_explainer.h"
#include "core/mime/header_block.h"

namespace plainbounce {

// The message as the MTA hands it on once the outcome is carried out: header fields removed, ours
// behind the last one, the new body. `header` is that of `message.bytes`.
std::string handed_on(const RawMessage& message, const HeaderBlock& header,
                      const BounceOutcome& outcome);

}  // namespace plainbounce
