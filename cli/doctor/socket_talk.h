#pragma once

#include "cli/doctor/probe.h"

namespace plainbounce {

// Connects, asks, and waits up to five seconds for the whole answer.
Heard talk(const SocketAddress& place, const Question& question);

// The same by a child that has gone to the viewpoint's directory (chrooted: has made it its root)
// and become its account, with all its groups. Needs root, and a program of one thread.
Heard talk_from(const Viewpoint& viewpoint, const SocketAddress& place, const Question& question);

}  // namespace plainbounce
