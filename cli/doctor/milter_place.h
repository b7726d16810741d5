#pragma once

#include <string>
#include <string_view>

#include "cli/postfix/milter_list.h"
#include "config/settings.h"
#include "core/base/result.h"

namespace plainbounce {

// A process of Postfix: where it works, and whether it sees nothing else.
struct WorkingPlace {
  std::string queue_directory;
  bool chrooted = false;
};

// Where the address of a socket in main.cf ("unix:plainbounce/plainbounce.sock", "inet:host:port",
// "inet:[::1]:port") leads to, in this machine's own paths. Fails for names of hosts but localhost,
// and for what is no such address.
Result<SocketAddress> place_of(std::string_view address, const WorkingPlace& process);

// How main.cf has to name a socket so that such a process finds it: relative where it lies in the
// queue directory. Fails where a chrooted process cannot see it.
Result<std::string> postfix_name(const SocketAddress& socket, const WorkingPlace& process);

// Whether a process that connects to `asked` reaches who listens at `listening`.
bool leads_to(const SocketAddress& asked, const SocketAddress& listening);

// Whether an entry is plainbounce's: it leads to `listening`, or has our name in its address.
bool is_own_entry(const MilterEntry& entry, const SocketAddress& listening,
                  const WorkingPlace& process);

}  // namespace plainbounce
