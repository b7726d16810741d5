#pragma once

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/dsn/delivery_report.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// Reads a session transcript as Postfix's smtpd(8) and smtp(8) send it to the postmaster
// (notify_classes; plain text): `session` has the dialogue, and `recipients` has one for each of
// its replies, in that order, with the reply as diagnostic code. Strict: Subject, From and every
// line must be as Postfix writes them, or it fails.
Result<DeliveryReport> parse_session_notice(const MessageTree& tree, const Limits& limits);

}  // namespace plainbounce
