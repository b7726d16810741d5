#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace plainbounce {

inline constexpr size_t kPlacesAtATime = 256;

// Calls visit(places, count) with the places below `size` for which wanted(place) is true, some at
// a time, in order. Where these are is for nobody to foresee, a processor included: they are listed
// without a branch.
template <class Wanted, class Visit>
void each_list_of_wanted_places(size_t size, const Wanted& wanted, const Visit& visit) {
  std::array<uint32_t, kPlacesAtATime> places;  // filled as far as `count`
  for (size_t begin = 0; begin < size; begin += kPlacesAtATime) {
    const size_t end = std::min(size, begin + kPlacesAtATime);
    size_t count = 0;
    for (size_t at = begin; at < end; ++at) {
      places[count] = static_cast<uint32_t>(at);
      count += wanted(at) ? 1U : 0U;
    }
    visit(places.data(), count);
  }
}

// The same with visit(place) for each.
template <class Wanted, class Visit>
void each_wanted_place(size_t size, const Wanted& wanted, const Visit& visit) {
  each_list_of_wanted_places(size, wanted, [&visit](const uint32_t* places, size_t count) {
    for (size_t i = 0; i < count; ++i) visit(places[i]);
  });
}

}  // namespace plainbounce
