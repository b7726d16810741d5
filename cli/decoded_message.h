#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/workplace.h"
#include "core/bounce/bounce_explainer.h"

namespace plainbounce {

// A message as `decode` shows it. Not a bounce, or one that tells nothing: `recipients` is empty
// and verdict.why says why.
struct DecodedMessage {
  BounceVerdict verdict;
  std::optional<bool> backscatter;
  DeliveryReport report;
  Reader reader = Reader::kUnknown;
  bool postmaster_copy = false;
  std::vector<DiagnosedRecipient> recipients;
  std::vector<Explanation> explanations;  // one for each recipient

  [[nodiscard]] bool is_bounce() const { return !recipients.empty(); }
};

// Decodes a message, or text that was pasted out of one. Looks at the content alone: any sender is
// right, and the message need not be ours.
Result<DecodedMessage> decode_text(const std::string& text, const Workplace& workplace);
// What the daemon's way has found out about a message, in the same form. `envelope` tells the
// reader.
Result<DecodedMessage> decoded_of(const BounceOutcome& outcome, const Envelope& envelope,
                                  const Workplace& workplace);

}  // namespace plainbounce
