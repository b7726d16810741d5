#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/doctor/probe.h"

namespace plainbounce {

// Where mail for an address lies on this machine.
struct MailboxPlace {
  std::string path;
  bool is_maildir = false;  // else a file with all messages (mbox)
};

// Follows Postfix's aliases and mailbox settings as local(8) and virtual(8) do. Fails, and says
// why, where the mail goes through another program or to another machine.
Result<MailboxPlace> mailbox_of(const Probe& probe, const PostfixConfiguration& postfix,
                                const std::string& address);

// A path that somebody named: a Maildir when it has "new" or ends with "/".
MailboxPlace mailbox_at(const Probe& probe, const std::string& path);

// The messages there that hold `token`, as they lie there; what cannot be read has none.
std::vector<std::string> messages_with(const MailboxPlace& place, const std::string& token);

}  // namespace plainbounce
