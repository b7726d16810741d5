#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "milter/figures.h"
#include "milter/line_kind.h"

namespace plainbounce {

// Holds lines back that strangers can cause without end. Nothing is lost in silence: what is held
// back is counted, and the sums are told. For any thread, without a lock.
class LineLimit {
 public:
  explicit LineLimit(Figures& figures) : figures_(figures) {}
  // Whether a line of this kind may be written now; if not, it is counted. At most `most` within
  // each minute of `seconds`; 0: always.
  bool allows(LineKind kind, size_t most, int64_t seconds);
  // The same at this moment.
  bool allows_now(LineKind kind, size_t most);
  // "log lines held back: rejected=12 trouble=3", since the last call; empty when there were none.
  std::string take_sums();

 private:
  // In the upper half the minute, in the lower one how many lines it has had.
  std::array<std::atomic<uint64_t>, kLineKinds.size()> written_ = {};
  std::array<std::atomic<uint64_t>, kLineKinds.size()> held_back_ = {};
  Figures& figures_;
};

}  // namespace plainbounce
