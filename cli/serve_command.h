#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"

namespace plainbounce {

struct ServeRequest {
  std::string listen;  // empty: as the configuration has it; so for all of them
  std::string base;
  std::string config;
};
// Serves the wiki of codes and the paste box until a signal ends it.
ExitStatus run_serve(const ServeRequest& request, const Console& console);

struct SiteRequest {
  std::string directory;
  std::string base;
  std::string config;
};
// Writes the wiki as static pages, without the paste box.
ExitStatus run_site(const SiteRequest& request, const Console& console);

}  // namespace plainbounce
