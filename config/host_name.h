#pragma once

#include <string>

namespace plainbounce {

// This machine's name in lower case, as it stands in the marker; "localhost" where it has none.
std::string host_name();

}  // namespace plainbounce
