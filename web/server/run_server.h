#pragma once

#include <functional>

#include "core/base/result.h"
#include "web/server/http_server.h"

namespace plainbounce {

// Serves the site at settings.listen until SIGTERM or SIGINT comes; `ready` is called once clients
// are accepted. A stale unix socket is taken over, and ours removed at the end.
Result<void> run_web_server(const WebSite& site, const WebSettings& settings,
                            const std::function<void()>& ready, const HttpLimits& limits = {});

}  // namespace plainbounce
