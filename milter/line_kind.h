#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace plainbounce {

// The lines of the log that a stranger can cause: the MTA rejected a recipient; a report of another
// system was treated; a message is in trouble (a limit, an error).
enum class LineKind : size_t { kRejected, kElsewhere, kTrouble };
// By their numbers, as labels and in the log.
inline constexpr std::array<std::string_view, 3> kLineKinds = {"rejected", "elsewhere", "trouble"};

}  // namespace plainbounce
