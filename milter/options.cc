#include "milter/options.h"

#include <string_view>

namespace plainbounce {

Result<DaemonOptions> parse_options(int count, char* const* arguments) {
  DaemonOptions options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = arguments[i];
    if (word == "-c" || word == "--config") {
      if (i + 1 >= count || arguments[i + 1][0] == '\0') {
        return tl::unexpected(Error{std::string(word) + " needs the name of a file", {}, 0});
      }
      options.config_file = arguments[++i];
    } else if (word == "-f" || word == "--foreground") {
      options.foreground = true;
    } else if (word == "-n" || word == "--check") {
      options.check_only = true;
    } else if (word == "-h" || word == "--help") {
      options.show_help = true;
    } else if (word == "-V" || word == "--version") {
      options.show_version = true;
    } else {
      return tl::unexpected(Error{"unknown argument " + std::string(word), {}, 0});
    }
  }
  return options;
}

std::string usage() {
  return "usage: plainbounced [-c FILE] [-f] [-n]\n"
         "  -c FILE  configuration; without it /etc/plainbounce/plainbounce.ini\n"
         "  -f       stay in the foreground\n"
         "  -n       check the configuration and end\n"
         "  -V, -h   version, this text\n"
         "Signals: HUP and USR1 reload, TERM and INT stop.\n"
         "Exit status: 0 done, 1 the configuration is wrong, 2 wrong usage, 3 cannot run.\n";
}

}  // namespace plainbounce
