#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/smtp/enhanced_status_code.h"
#include "core/smtp/reply_code.h"

namespace plainbounce {

// One SMTP reply (RFC 5321 section 4.2), as a server sent it or as a report quotes it.
struct SmtpReply {
  std::optional<ReplyCode> code;               // of the last line that has one
  std::optional<EnhancedStatusCode> enhanced;  // the first behind the reply code (RFC 2034)
  // The enhanced code stands somewhere in the words, without a mark ("5.2.2 means ...", and not
  // "#5.2.2" or "(5.2.2)"): what it is said of is not known.
  bool enhanced_among_words = false;
  std::vector<std::string> lines;      // text of each line without its codes
  std::optional<std::string> command;  // "RCPT TO" out of "(in reply to RCPT TO command)"
  std::string text;                    // the lines joined by blanks
  std::string host;                    // the server named by a wrapper "host X[ip] said:"
  std::string wrapper;                 // all that stood in front of the reply; empty: nothing
};

// Reads a reply out of a diagnostic code, a log line or pasted text. Never fails: what is no code
// stays text. Takes several lines ("550-5.7.1 a\r\n550 5.7.1 b"), the same joined by blanks with
// the prefixes left inside (as Postfix writes them), "550 #5.1.1", "550.5.2.241", "(#5.1.1)". Of a
// reply inside a wrapper ("host X said: 550 ...", Exchange's "Remote server returned '550 ...'",
// IronPort's "550-'5.1.1 ...'") the inner one is read, unless the outer one says that it speaks of
// the sender's address ("Sender address rejected: ... host X said: 550 ..."). NUL and bare CR are
// read as blanks.
SmtpReply parse_smtp_reply(std::string_view text, const Limits& limits = {});

}  // namespace plainbounce
