#pragma once

#include <cstddef>

namespace plainbounce::bench {

// How often operator new was called since the program began. Linking this in replaces the global
// operator new.
size_t allocation_count();

}  // namespace plainbounce::bench
