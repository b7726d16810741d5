#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// What Postfix's log tells of a message to one address.
struct LogTraces {
  std::string queue_id;          // of the message; empty: it is not in the log
  std::string status;            // "bounced", "deferred", "sent"
  std::string reason;            // "(Host or domain name not found ...)"
  std::string bounce_queue_id;   // of the report about it
  std::string bounce_status;     // where the report went, "sent"; empty: not yet anywhere
  std::string bounce_relay;      // through whom
  std::vector<std::string> own;  // the daemon's lines about the report, from its queue id on
};

// Reads lines of a log (syslog's or the journal's text). `token` is in the address.
LogTraces traces_of(std::string_view log, std::string_view token);

}  // namespace plainbounce
