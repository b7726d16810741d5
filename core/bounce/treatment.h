#pragma once

#include <string>
#include <vector>

#include "core/bounce/bounce_policy.h"
#include "core/explain/explainer.h"

namespace plainbounce {

// What a message gets, and the setting that gave least when that is nothing ("signed", ...).
struct Grant {
  Treatment treatment = Treatment::kBody;
  std::string setting;
};

// The body mode for the people who read this bounce: by their domain, the most careful of several.
BodyMode body_mode_for(const Envelope& envelope, const BouncePolicy& policy);
// The least that the site grants by all that holds of the message: kind, refusals, positive report,
// body mode.
Grant grant_for(MessageKind kind, const std::vector<Refusal>& refusals,
                const std::vector<DiagnosedRecipient>& recipients, BodyMode mode,
                const BouncePolicy& policy);

}  // namespace plainbounce
