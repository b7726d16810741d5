#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/knowledge/knowledge_base.h"
#include "core/reply/reply_policy.h"

namespace plainbounce {

// At most so many characters has a line of a reply that we add, codes included.
inline constexpr size_t kReplyLineSize = 400;

// What Postfix puts behind a reply of its own, as a value of smtpd_reject_footer_maps
// (postconf(5)): one line for the person whose mail program shows the reply, which Postfix writes
// behind the codes again. `reply` is the whole reply, several lines divided by CRLF. Nothing where
// the cause is not certain, where the site wants none, or where the reply is no failure. The line
// is printable ASCII with "$" doubled and without a backslash, and nothing in it is taken from the
// reply.
std::optional<std::string> reject_footer(const KnowledgeBase& knowledge, const ReplyPolicy& policy,
                                         std::string_view reply);

}  // namespace plainbounce
