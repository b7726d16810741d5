#pragma once

#include <string_view>

namespace plainbounce {

// What is built in, as KnowledgePacking packs it. The file with these bytes is written by
// compile_knowledge when the program is built.
std::string_view packed_built_in_knowledge();

}  // namespace plainbounce
