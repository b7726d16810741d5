#pragma once

#include <string>
#include <vector>

#include "config/settings.h"

namespace plainbounce {

// Configuration, knowledge overlay and texts, all examined, whatever the first one has shown.
struct WholeConfiguration {
  Settings settings;  // the defaults where the files have errors
  std::vector<Error> findings;
  std::vector<Error> notices;
  size_t codes = 0;
  size_t rules = 0;
};

// `config` empty: the default file, which may be missing.
WholeConfiguration read_whole_configuration(const std::string& config);

}  // namespace plainbounce
