#pragma once

#include <string_view>
#include <vector>

#include "cli/maillog/log_line.h"

namespace plainbounce {

enum class DeliveryEventKind {
  kNone,
  kSent,     // delivered to a recipient, or handed on
  kWaiting,  // a recipient's attempt failed, another will follow
  kFailed,   // a recipient's delivery ended
  kExpired,  // the message was given up after its time in the queue
  kRemoved,  // the message left the queue
  kRefused,  // our own server did not take a recipient or a message
};

// What a line says of a delivery. Borrows the line's bytes.
struct DeliveryEvent {
  DeliveryEventKind kind = DeliveryEventKind::kNone;
  std::string_view id;         // the queue's; empty: none yet
  std::string_view recipient;  // the (first) address without "<>"
  std::string_view more;       // of Sendmail: further recipients of the same line, "<a@b>,<c@d>"
  std::string_view host;       // of the remote server; empty: none
  std::string_view code;       // the status, "4.2.2"; may be empty
  std::string_view reason;     // the reply or the program's words
  std::string_view reply;      // of Sendmail: the reply where `reason` is another text
};

// A line of a program of Postfix, whose name is_postfix.
DeliveryEvent read_postfix_event(const LogLine& line);
// A line of Sendmail.
DeliveryEvent read_sendmail_event(const LogLine& line);

// The next address of a list such as "<a@b>,<c@d>" without "<>"; empty at the end. Takes it off.
std::string_view take_address(std::string_view& list);

}  // namespace plainbounce
