#pragma once

#include <string_view>

namespace plainbounce {

// A line from which on the returned message stands: "--- Below this line is a copy of the
// message.", "Original message follows.", or the first field of a header.
bool begins_returned_message(std::string_view line);

}  // namespace plainbounce
