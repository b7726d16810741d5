#pragma once

#include <string>
#include <string_view>

#include "core/bounce/bounce_policy.h"
#include "web/http_message.h"
#include "web/page.h"

namespace plainbounce {

// True when JSON is asked for before HTML.
bool wants_json(std::string_view accept);
// The objects of `decode --json`, one a line; several are application/x-ndjson. `language` empty:
// as the policy has it.
WebResponse decode_to_json(const std::string& text, const std::string& language,
                           const BouncePolicy& policy, const KnowledgeBase& knowledge);
// A refusal for programs: {"error": "..."}.
WebResponse json_error(int status, const PageInputs& inputs);
// The same as decode_to_json for a person, in the language of `inputs`.
Page decode_to_page(const std::string& text, const BouncePolicy& policy, const PageInputs& inputs);

}  // namespace plainbounce
