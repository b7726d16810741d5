#pragma once

#include <string>

#include "core/base/result.h"

namespace plainbounce {

struct DaemonOptions {
  std::string config_file;  // empty: the default file, which may be missing
  bool foreground = false;
  bool check_only = false;
  bool show_help = false;
  bool show_version = false;
};

// plainbounced [-c FILE] [-f] [-n] [-h] [-V]
Result<DaemonOptions> parse_options(int count, char* const* arguments);
std::string usage();

}  // namespace plainbounce
