#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/knowledge/terms.h"
#include "core/smtp/smtp_reply.h"

namespace plainbounce {

// One thing that spoke for the diagnosis.
struct Evidence {
  std::string kind;  // "action", "reply", "enhanced-code", "status", "phrase", "host",
                     // "diagnostic-type", ...
  std::string text;  // the words as they stood there
  std::string
      says;  // what we took from them, e.g. "cause mailbox-full (rule generic/mailbox-full)"
};

// What happened to one recipient, and how sure we are.
struct Diagnosis {
  CauseId cause = "unclear";
  Outlook outlook = Outlook::kFinal;
  Kind kind = Kind::kPermanent;
  Party actor = Party::kNobody;
  Confidence confidence = Confidence::kUnsure;
  std::string code;        // the code that is explained: "5.2.2", "552"; empty when there is none
  std::string code_title;  // its title
  std::string provider;    // id; empty when none
  std::string provider_name;
  std::string rule;  // id; empty when none
  SmtpReply reply;   // the innermost reply, as read
  std::vector<Evidence> evidence;
};

}  // namespace plainbounce
