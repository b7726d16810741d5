#pragma once

#include "config/schema.h"

namespace plainbounce {

// The sections about what the daemon tells of itself; part of configuration_schema().
SectionSpec status_section();
SectionSpec log_section();

}  // namespace plainbounce
