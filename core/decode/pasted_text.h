#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/dsn/bounce_verdict.h"
#include "core/smtp/smtp_reply.h"

namespace plainbounce {

// What a piece of a bounce, copied out of a mail program or a log, gives.
struct PastedText {
  MessageKind kind = MessageKind::kLegacy;
  DeliveryReport report;           // with at least one recipient
  std::optional<SmtpReply> reply;  // the text holds a reply and no more
  // The only sign is a number that looks like a code and stands where other text may have it too
  // ("we sold 550 pieces of 5.1.1", "501 Main Street" above more lines). Words that a rule knows
  // must confirm it.
  bool doubtful = false;
};

// Reads the fields of a delivery status, the text of a notice, or a reply alone; quote marks ("> ")
// before every line are taken off. Fails when it is none of them.
Result<PastedText> read_pasted_text(const std::string& text);

}  // namespace plainbounce
