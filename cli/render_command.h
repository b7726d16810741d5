#pragma once

#include <string>

#include "cli/console.h"
#include "cli/exit_status.h"
#include "core/decode/given_message.h"

namespace plainbounce {

struct RenderRequest {
  std::string file;  // empty or "-": standard input
  std::string config;
  std::string host;  // our name in the marker; empty: this machine's
  EnvelopeOptions envelope;
  bool diff = false;
  bool json = false;
};

// Writes the message as the daemon would hand it on, with the line ends that it came with; with
// `diff` what changes, with `json` what was found and done. What is no bounce comes out as it went
// in.
ExitStatus run_render(const RenderRequest& request, const Console& console);

}  // namespace plainbounce
