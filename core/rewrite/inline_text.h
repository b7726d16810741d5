#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/mime/message_tree.h"

namespace plainbounce {

// `text` (UTF-8) in the bytes that a text/plain part's charset and encoding ask for, to be put at
// the start of its body: as it is where ASCII or UTF-8 in 8bit, as ISO-8859-1 where that fits,
// transliterated where only ASCII is declared. Nothing when the part's type, charset or encoding
// does not allow it, or characters would be lost or those of an address changed.
std::optional<std::string> text_for_part(const MessageTree& tree, const MimePart& part,
                                         std::string_view text);

}  // namespace plainbounce
