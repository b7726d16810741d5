#pragma once

#include <string>

namespace plainbounce {

// Tells systemd something (sd_notify(3)), also where no descriptor is free for it: the first call,
// at the start, keeps one back. Does nothing without systemd. For the main thread.
void notify_supervisor(const std::string& state);

}  // namespace plainbounce
