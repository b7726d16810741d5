#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "core/diagnosis/diagnosis.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// What an MTA tells a milter of a recipient that it rejects (SMFIP_RCPT_REJ): Postfix the enhanced
// code and the text without its first word and without the reply code, Sendmail the whole reply.
struct RejectedRecipient {
  std::string_view address;   // as in RCPT TO
  std::string_view enhanced;  // {rcpt_host}: "5.1.1"
  std::string_view text;      // {rcpt_addr}: "550 5.1.1 User unknown", "unavailable; Client ..."
};

// Whether the {rcpt_mailer} of a recipient says that it is rejected.
bool is_rejecting_mailer(std::string_view rcpt_mailer);

// The cause of a rejection, told without the client's words as in core/reply. Never fails; what is
// not clear is "unclear".
Diagnosis diagnose_rejection(const RejectedRecipient& rejected, const KnowledgeBase& knowledge);

// "NOQUEUE: rejected cause=address-unknown confidence=certain status=5.1.1 client=192.0.2.1 ..."; a
// text that holds an address only `with_addresses`, and at most 300 bytes of it. A message whose
// recipients are all rejected has no queue id.
std::string line_of_rejected(std::string_view client_address, const RejectedRecipient& rejected,
                             const Diagnosis& diagnosis, bool with_addresses);

// How many recipients were rejected since the start, by cause. For any thread.
class RejectionCounts {
 public:
  void add(const CauseId& cause);
  // "rejected recipients: 12 address-unknown=8 blocked-ip=4"; empty when there was none.
  [[nodiscard]] std::string line() const;

 private:
  mutable std::mutex mutex_;
  std::map<CauseId, size_t> by_cause_;
};

}  // namespace plainbounce
