#pragma once

#include <string>
#include <vector>

#include "core/bounce/bounce_explainer.h"

namespace plainbounce::testing {

// The built-in knowledge, loaded once; ends the test program when it does not load.
const KnowledgeBase& built_in_knowledge();
// Our server mx.box.example with the bounce service postfix-dsn, version 1.0; the defaults else.
BouncePolicy sample_policy();
// A report that the MTA's own bounce service hands over, to `reader`.
Envelope own_envelope(const std::string& reader);
// One that came over the network with the null sender.
Envelope elsewhere_envelope(const std::string& reader);
// `bytes` with its body's begin.
RawMessage raw_message(std::string bytes, Envelope envelope);
// The address in the first To field, or a stand-in: whoever reads the bounce.
std::string reader_named_in(const std::string& bytes);
// The message as the daemon would hand it on: forged fields out, ours at the end of the header.
// Line ends of added fields follow the message's.
std::string carried_out(const RawMessage& message, const BounceOutcome& outcome);

}  // namespace plainbounce::testing
