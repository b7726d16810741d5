#pragma once

#include <cstddef>
#include <string>

namespace plainbounce::bench {

// Parses a message with GMime into its tree and gives the number of the outermost parts.
size_t parse_with_gmime(const std::string& bytes);

}  // namespace plainbounce::bench
