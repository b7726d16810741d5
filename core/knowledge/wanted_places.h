#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace plainbounce {

// Calls visit(place) for each place below `size` for which wanted(place) is true. Where these are
// is for nobody to foresee, a processor included: they are listed without a branch, some at a time.
template <class Wanted, class Visit>
void each_wanted_place(size_t size, const Wanted& wanted, const Visit& visit) {
  constexpr size_t kAtATime = 256;
  std::array<uint32_t, kAtATime> places;  // filled as far as `count`
  for (size_t begin = 0; begin < size; begin += kAtATime) {
    const size_t end = std::min(size, begin + kAtATime);
    size_t count = 0;
    for (size_t at = begin; at < end; ++at) {
      places[count] = static_cast<uint32_t>(at);
      count += wanted(at) ? 1U : 0U;
    }
    for (size_t i = 0; i < count; ++i) visit(places[i]);
  }
}

}  // namespace plainbounce
