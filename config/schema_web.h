#pragma once

#include "config/schema.h"

namespace plainbounce {

// The section [web].
SectionSpec web_section();

}  // namespace plainbounce
