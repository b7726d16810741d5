#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/knowledge/knowledge_base.h"
#include "core/reply/reply_policy.h"

namespace plainbounce {

// A delivery's status with a sentence behind it, as a value of smtp_delivery_status_filter
// (postconf(5)). `status` is the lookup key: an enhanced code, a blank and the words ("5.1.1 host
// mx.example.org[192.0.2.1] said: 550 5.1.1 ... (in reply to RCPT TO command)"). The answer is the
// same code, the same words and the sentence. Nothing for a success, where the cause is not
// certain, or where the sentence stands there already.
std::optional<std::string> explained_status(const KnowledgeBase& knowledge,
                                            const ReplyPolicy& policy, std::string_view status);

}  // namespace plainbounce
