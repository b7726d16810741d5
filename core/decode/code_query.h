#pragma once

#include <string_view>

namespace plainbounce {

// "452", "9999", "5.1.1", "X.3.1", "4.x.X", "5.7": the form of a code, known or not.
bool looks_like_code(std::string_view text);

}  // namespace plainbounce
