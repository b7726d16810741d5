#pragma once

#include <optional>
#include <string>

#include "core/mime/message_tree.h"

namespace plainbounce {

// Who explained the bounce to people already, in the human-readable part `notice`: "Gmail",
// "Exchange Online" or "plainbounce"; nothing when nobody did. Decided by marks that do not change
// with the language.
std::optional<std::string> friendly_author(const MessageTree& tree, size_t notice);
// The text of a message without parts begins with an explanation of ours.
bool begins_with_own_explanation(const MessageTree& tree);

}  // namespace plainbounce
