#pragma once

namespace plainbounce {

// libmilter starts a thread that takes HUP, TERM and INT by sigwait(3) and ends on each. All
// threads block these signals, and they wait in the kernel until the main thread reads them
// (signalfd(2), in signals.cc); sigwait would take them away before. So the executable defines
// sigwait, as it does writev (single_write.h): libmilter's thread waits for ever and no signal goes
// there. True when libmilter's calls come here.
bool libmilter_leaves_signals();

}  // namespace plainbounce
