#pragma once

#include <optional>
#include <string>

#include "core/dsn/bounce_verdict.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// What programs send from the null sender beside bounces.
struct OtherKind {
  MessageKind kind = MessageKind::kNone;
  std::string why;
};

// Read receipts (RFC 8098), abuse reports (RFC 5965), DMARC aggregate reports and the session
// transcripts that Postfix sends to its postmaster, told by their parts. Nothing: none of them, or
// the receipt by which a mailbox refuses a message.
std::optional<OtherKind> report_of_other_kind(const MessageTree& tree);
// A person hands a bounce on: attached (message/rfc822 from a mail system), or under its Subject
// ("Fwd: Undelivered Mail Returned to Sender").
bool forwards_bounce(const MessageTree& tree);
// A Subject such as "Automatic reply: ...", in the languages of the common programs.
bool has_auto_reply_subject(const HeaderBlock& header);
// The header field that marks an automatic reply (RFC 3834 and older custom); nothing: none does.
std::optional<std::string> sign_of_auto_reply(const HeaderBlock& header);
// The same without Auto-Submitted, which mail systems put into bounces, too, unless its comment
// speaks of a vacation.
std::optional<std::string> sign_of_responder(const HeaderBlock& header);
// "Auto-Submitted: auto-replied (rejected)": a mailbox refuses a message, in a receipt.
bool says_rejected(const HeaderBlock& header);

}  // namespace plainbounce
