#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// A word of a shell's command line, in quotes where it needs them.
std::string shell_word(std::string_view text);

}  // namespace plainbounce
