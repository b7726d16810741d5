#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace plainbounce {

// The pieces one behind the other, in memory that is asked for once.
inline std::string concat(std::initializer_list<std::string_view> pieces) {
  size_t size = 0;
  for (const std::string_view piece : pieces) size += piece.size();
  std::string out;
  out.reserve(size);
  for (const std::string_view piece : pieces) out += piece;
  return out;
}

}  // namespace plainbounce
