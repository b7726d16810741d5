#include "core/bounce/treatment.h"

#include <algorithm>

#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

void lower(Grant& grant, Treatment treatment, std::string_view setting) {
  if (treatment < grant.treatment) grant = {treatment, std::string(setting)};
}

// A signed body never changes, whatever the settings say.
Treatment treatment_of(Refusal refusal, const BouncePolicy& policy) {
  switch (refusal) {
    case Refusal::kSigned:
      return std::min(policy.signed_reports, Treatment::kHeaders);
    case Refusal::kFriendly:
      return policy.friendly;
    case Refusal::kElsewhere:
      return policy.elsewhere;
    case Refusal::kObserve:
      return Treatment::kBody;
    case Refusal::kEncrypted:
    case Refusal::kTooLarge:
    case Refusal::kTooDeep:
    case Refusal::kUnproven:
    case Refusal::kMachine:
      break;
  }
  return Treatment::kHeaders;
}

bool is_success(const std::vector<DiagnosedRecipient>& recipients) {
  return std::all_of(recipients.begin(), recipients.end(), [](const DiagnosedRecipient& recipient) {
    return recipient.diagnosis.outlook == Outlook::kDone;
  });
}

}  // namespace

BodyMode body_mode_for(const Envelope& envelope, const BouncePolicy& policy) {
  bool any = false;
  BodyMode mode = policy.body;
  for (const std::string& reader : envelope.recipients) {
    const auto own = policy.body_by_domain.find(domain_of(reader));
    const BodyMode wanted = own == policy.body_by_domain.end() ? policy.body : own->second;
    mode = any ? std::min(mode, wanted) : wanted;
    any = true;
  }
  return mode;
}

Grant grant_for(MessageKind kind, const std::vector<Refusal>& refusals,
                const std::vector<DiagnosedRecipient>& recipients, BodyMode mode,
                const BouncePolicy& policy) {
  Grant grant;
  if (mode == BodyMode::kOff) lower(grant, Treatment::kHeaders, "body");
  for (const Refusal refusal : refusals) {
    lower(grant, treatment_of(refusal, policy), to_string(refusal));
  }
  const bool plain_text = kind == MessageKind::kLegacy || kind == MessageKind::kNotice;
  if (plain_text) lower(grant, policy.legacy, "legacy");
  if (is_success(recipients)) lower(grant, policy.success, "success");
  return grant;
}

}  // namespace plainbounce
