#pragma once

#include <iosfwd>
#include <string>

#include "core/base/result.h"

namespace plainbounce {

// The whole of a file, or of standard input when the name is empty or "-". Fails beyond 1 GiB.
Result<std::string> read_input(const std::string& file, std::istream& standard_input);

}  // namespace plainbounce
