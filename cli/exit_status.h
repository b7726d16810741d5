#pragma once

namespace plainbounce {

// What the command line ends with: done; no (no bounce, an unknown code, findings); wrong usage or
// unreadable input.
enum class ExitStatus { kDone = 0, kNo = 1, kUsage = 2 };

}  // namespace plainbounce
