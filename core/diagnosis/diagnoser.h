#pragma once

#include <string_view>
#include <vector>

#include "core/diagnosis/diagnosis.h"
#include "core/dsn/delivery_report.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// Weighs what a report says about a recipient, in this order: innermost remote reply with its
// phrase (provider's before generic), the enhanced code behind the reply code, the reply code,
// Status, the local diagnostic, the notice's text. Action alone decides the outlook; where it is
// missing a temporary failure leaves it open. The real reply's first digit beats the enhanced
// code's class. Vague codes (5.7.1, X.0.0, 550 alone) never decide a cause without words. What
// stays unproven is "unclear", confidence kUnsure. Never fails.
class Diagnoser {
 public:
  // `knowledge` must outlive the diagnoser.
  explicit Diagnoser(const KnowledgeBase& knowledge) : knowledge_(knowledge) {}

  [[nodiscard]] Diagnosis diagnose(const PerRecipientFields& recipient) const;
  // Of each recipient, in order. What the report says of neighbours alike is weighed once.
  [[nodiscard]] std::vector<Diagnosis> diagnose_all(const DeliveryReport& report) const;
  // One reply alone ("550 5.7.26 ..."), with the server's name where it is known. A success has the
  // outlook kDone, a temporary failure kRetrying, anything else kFinal.
  [[nodiscard]] Diagnosis diagnose_reply(const SmtpReply& reply, std::string_view host) const;

 private:
  const KnowledgeBase& knowledge_;
};

}  // namespace plainbounce
