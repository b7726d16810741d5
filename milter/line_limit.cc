#include "milter/line_limit.h"

#include <chrono>

namespace plainbounce {
namespace {

constexpr int64_t kMinute = 60;
constexpr unsigned kHalf = 32;

}  // namespace

bool LineLimit::allows(LineKind kind, size_t most, int64_t seconds) {
  if (most == 0) return true;
  const auto at = static_cast<size_t>(kind);
  const auto minute = static_cast<uint32_t>(seconds / kMinute);
  uint64_t now = written_[at].load(std::memory_order_relaxed);
  for (;;) {
    const uint64_t lines = now >> kHalf == minute ? static_cast<uint32_t>(now) : 0;
    if (lines >= most) {
      held_back_[at].fetch_add(1, std::memory_order_relaxed);
      figures_.held_back_lines.add(kLineKinds[at]);
      return false;
    }
    const uint64_t next = uint64_t{minute} << kHalf | (lines + 1);
    if (written_[at].compare_exchange_weak(now, next, std::memory_order_relaxed)) return true;
  }
}

bool LineLimit::allows_now(LineKind kind, size_t most) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return allows(kind, most, std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

std::string LineLimit::take_sums() {
  std::string line;
  for (size_t at = 0; at < kLineKinds.size(); ++at) {
    const uint64_t number = held_back_[at].exchange(0, std::memory_order_relaxed);
    if (number == 0) continue;
    line.append(line.empty() ? "log lines held back:" : "")
        .append(" ")
        .append(kLineKinds[at])
        .append("=")
        .append(std::to_string(number));
  }
  return line;
}

}  // namespace plainbounce
