#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/dsn/delivery_report.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// Whether running text (pasted, forwarded) that quotes a failing reply counts as a bounce. Only a
// person who asks about it may say so: an auto-reply may quote "550 5.1.1" too.
enum class PlainText { kNo, kYes };

// A bounce without status part, read.
struct LegacyBounce {
  std::string_view format;  // the name of the one whose marks it has
  DeliveryReport report;
};

// Recognises and reads in one go; the same as the two below, one after the other. Fails when the
// message is of no known format.
Result<LegacyBounce> read_legacy_bounce(const MessageTree& tree, PlainText plain_text,
                                        const Limits& limits);

// The name of the format without status part that the message is a bounce of; nothing when it is
// none.
std::optional<std::string> recognise_legacy_bounce(const MessageTree& tree, PlainText plain_text);

}  // namespace plainbounce
