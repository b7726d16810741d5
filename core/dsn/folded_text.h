#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// UTF-8 text for comparing words: lower case, Latin letters without their marks ("é" is "e", "ß" is
// "s"), a blank for any run of blanks and line ends, "'" for a typographic apostrophe. Cyrillic is
// in lower case, "е" for "ё"; other letters stay.
std::string folded(std::string_view text);

}  // namespace plainbounce
