#pragma once

#include "milter/log.h"

namespace plainbounce {

// A warning for each function of ours that libmilter does not use; what that costs stands in it.
void warn_of_unbound_functions(Log& log);

}  // namespace plainbounce
