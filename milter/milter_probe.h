#pragma once

#include <chrono>
#include <string>

#include "config/socket_address.h"

namespace plainbounce {

// What came of one look at a milter from outside, as an MTA would have it.
struct ProbeResult {
  enum class Kind {
    kAnswers,
    kSilent,        // it does not answer, or not in time, or something else
    kNotPermitted,  // this process may not connect there: nothing is known
    kNoDescriptor,  // this process has none left for it
  };
  Kind kind = Kind::kSilent;
  std::string why;  // unless it answers
};

// Connects to a milter, agrees on the options, begins a message of an ordinary sender and waits for
// the answer to it; all that within `most`. The first answer may come from the thread that accepts
// connections, the second comes from one that serves them. Nothing is logged or counted of it.
// Blocks: not for the loop.
ProbeResult probe_milter(const SocketAddress& address, std::chrono::milliseconds most);

}  // namespace plainbounce
