#pragma once

#include <string>
#include <vector>

#include "core/explain/explainer.h"
#include "core/explain/internal_names.h"
#include "core/explain/sentences.h"

namespace plainbounce {

// The lines for the IT support, the same whatever the reader can do about the message: a block for
// each recipient (up to a cap), then the report's own. `shown` are the addresses to show. Names
// that `internal` knows are hidden (null: none), forwarding targets always.
std::vector<std::vector<SupportLine>> support_blocks(
    const DeliveryReport& report, const std::vector<DiagnosedRecipient>& recipients,
    const std::vector<std::string>& shown, const ExplainContext& context,
    const InternalNames* internal, const Sentences& sentences);

}  // namespace plainbounce
