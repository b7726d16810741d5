#pragma once

#include <string>

#include "core/base/result.h"

namespace plainbounce {

// The bytes of a regular file. Directories, pipes and devices are errors, of which a pipe would
// keep us waiting and a device might never end; so is a file larger than any configuration.
Result<std::string> read_text_file(const std::string& path);

}  // namespace plainbounce
