#include "milter/libmilter_bindings.h"

#include "milter/accept_pause.h"
#include "milter/libmilter_signals.h"
#include "milter/macro_packets.h"
#include "milter/session_workers.h"
#include "milter/single_write.h"

namespace plainbounce {

void warn_of_unbound_functions(Log& log) {
  const auto expect = [&log](bool bound, const char* otherwise) {
    if (!bound) log.write(Log::Level::kWarning, otherwise);
  };
  expect(SingleWrite::is_bound(),
         "edits leave packet by packet: libmilter does not use our writev");
  expect(libmilter_leaves_signals(), "libmilter waits for signals of its own");
  expect(AcceptPause::is_bound(), "libmilter does not pause when accept fails");
  expect(macro_packets_are_cut(), "libmilter reads macro packets by itself");
  expect(SessionWorkers::are_bound(), "libmilter serves connections with its own threads");
}

}  // namespace plainbounce
