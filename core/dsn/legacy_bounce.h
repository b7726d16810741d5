#pragma once

#include <optional>
#include <string>

#include "core/mime/message_tree.h"

namespace plainbounce {

// Whether running text (pasted, forwarded) that quotes a failing reply counts as a bounce. Only a
// person who asks about it may say so: an auto-reply may quote "550 5.1.1" too.
enum class PlainText { kNo, kYes };

// The name of the format without status part that the message is a bounce of; nothing when it is
// none.
std::optional<std::string> recognise_legacy_bounce(const MessageTree& tree, PlainText plain_text);

}  // namespace plainbounce
