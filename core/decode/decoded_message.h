#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bounce/bounce_explainer.h"
#include "core/bounce/bounce_policy.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// A message as `decode` shows it. Not a bounce, or one that tells nothing: `recipients` is empty
// and verdict.why says why.
struct DecodedMessage {
  Envelope envelope;  // as far as the message tells it
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
Result<DecodedMessage> decode_text(const std::string& text, const KnowledgeBase& knowledge,
                                   const BouncePolicy& policy);
// What the daemon's way has found out about a message, in the same form. `envelope` tells the
// reader.
Result<DecodedMessage> decoded_of(const BounceOutcome& outcome, const Envelope& envelope,
                                  const KnowledgeBase& knowledge, const BouncePolicy& policy);
// The whole note about it: equal causes together, and the lines for the IT support.
Result<Note> note_about(const DecodedMessage& decoded, const KnowledgeBase& knowledge,
                        const BouncePolicy& policy);

}  // namespace plainbounce
