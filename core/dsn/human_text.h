#pragma once

#include <string>
#include <string_view>

#include "core/mime/message_tree.h"

namespace plainbounce {

// Index of the part's text in its subtree: the first text/plain, else the first text/html, else the
// first other text part; MimePart::kNoParent when there is none. Returned messages are not looked
// into, nor are parts that a multipart/signed or the like adds.
size_t find_text_part(const MessageTree& tree, size_t part);
// The decoded text of a text part as UTF-8 with "\n" line ends; tags of text/html taken out. At
// most `max_bytes`.
std::string decode_text_part(const MessageTree& tree, size_t part, size_t max_bytes);
// Both in one: empty when there is no text.
std::string human_text(const MessageTree& tree, size_t part, size_t max_bytes);

}  // namespace plainbounce
