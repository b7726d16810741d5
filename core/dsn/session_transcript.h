#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// A reply in an SMTP session that was no success, and what it answered.
struct SessionReply {
  // "RCPT TO", "end of DATA", "connection" for the greeting; empty: a command that the RFCs do not
  // know, or none. Never an argument: it may be a password.
  std::string command;
  std::string recipient;  // of RCPT TO; empty: none
  std::string reply;      // its lines joined by blanks, codes left inside; empty: no reply came
  // False: no error, but no reply that may answer this command either (RFC 5321 section 4.3.2).
  bool usable = true;
};

// The transcript that Postfix's smtpd(8) or smtp(8) sends to its postmaster (notify_classes).
struct SessionTranscript {
  // Which side of the session our MTA was.
  enum class Side { kServer, kClient };
  Side side = Side::kServer;
  std::string peer;     // "mx.example.org[192.0.2.1]:25", as the Subject names it
  std::string aborted;  // "lost connection"; empty: the session ended by QUIT
  // Each once; the one that ended the session first, then in order. At least one.
  std::vector<SessionReply> replies;
};
// "server", "client"
std::string_view to_string(SessionTranscript::Side side);

}  // namespace plainbounce
