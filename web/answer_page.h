#pragma once

#include <string>
#include <vector>

#include "core/bounce/bounce_policy.h"
#include "core/decode/decoded_message.h"
#include "web/page.h"

namespace plainbounce {

// A message that was pasted, and what was found out about it.
struct AnsweredMessage {
  std::string text;
  DecodedMessage decoded;
};

// The explanation of what was pasted: each recipient, the lines for the IT support, and the words
// that decided it. `policy` worded the explanations. `more`: messages that are not shown.
Page answer_page(const std::vector<AnsweredMessage>& messages, size_t more,
                 const BouncePolicy& policy, const PageInputs& inputs);
// The form again, with the reason why nothing was explained.
Page empty_answer_page(const PageInputs& inputs);

}  // namespace plainbounce
