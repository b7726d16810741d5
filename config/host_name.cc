#include "config/host_name.h"

#include <unistd.h>

#include <array>

#include "core/base/ascii.h"

namespace plainbounce {

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name.front() == '\0') return "localhost";
  return to_lower(name.data());
}

}  // namespace plainbounce
