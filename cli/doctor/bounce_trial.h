#pragma once

#include <chrono>
#include <string>

#include "cli/doctor/check_result.h"
#include "cli/doctor/examination.h"

namespace plainbounce {

// A test message that cannot be delivered.
struct TrialRequest {
  std::string sender;     // empty: whoever runs this program, at Postfix's myorigin
  std::string recipient;  // empty: an address at .invalid
  std::string mailbox;    // where the bounce comes to; empty: found by Postfix's settings
  std::chrono::seconds patience{60};
};

struct TrialOutcome {
  CheckResult result;
  std::string bounce;  // as it came back; empty: it was not seen
};

// Sends it with Postfix's sendmail command and waits for its bounce in the sender's mailbox; where
// that cannot be seen, for what the mail log says of it.
TrialOutcome try_a_bounce(const Examination& examination, const PostfixConfiguration& postfix,
                          const TrialRequest& request);

// What a person reads of a bounce: Subject, our header fields, the first text.
std::string readable_bounce(const std::string& message);

}  // namespace plainbounce
