#pragma once

#include "core/base/limits.h"
#include "core/dsn/delivery_report.h"
#include "core/dsn/legacy_format.h"

namespace plainbounce {

// Reads a notice in running text, whoever recognised it: the recipients that X-Failed-Recipients or
// the text names, each with what is said about it, and the returned message's header. Where nobody
// is named, one recipient without address. No recipient: it was no bounce after all, such as a
// warning to the one whom the returned message was for.
DeliveryReport read_notice(const LegacyMessage& message, const Limits& limits);

}  // namespace plainbounce
