#pragma once

namespace plainbounce {

// libmilter starts a thread that takes HUP, TERM and INT by sigwait(3) and ends on each. The kernel
// prefers the main thread, but a signal that is pending when that thread comes to wait is gone. So
// the executable defines sigwait, as it does writev (single_write.h): libmilter's thread waits for
// ever and no signal goes there. True when libmilter's calls come here.
bool libmilter_leaves_signals();

}  // namespace plainbounce
