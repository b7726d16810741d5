#include "core/dsn/bounce_verdict.h"

#include <algorithm>

namespace plainbounce {

std::string_view to_string(MessageKind kind) {
  switch (kind) {
    case MessageKind::kReport:
      return "report";
    case MessageKind::kLegacy:
      return "legacy";
    case MessageKind::kNotice:
      return "notice";
    case MessageKind::kAutoReply:
      return "auto-reply";
    case MessageKind::kReceipt:
      return "receipt";
    case MessageKind::kAbuseReport:
      return "abuse-report";
    case MessageKind::kNone:
      break;
  }
  return "none";
}

std::string_view to_string(Refusal refusal) {
  switch (refusal) {
    case Refusal::kSigned:
      return "signed";
    case Refusal::kEncrypted:
      return "encrypted";
    case Refusal::kFriendly:
      return "friendly";
    case Refusal::kTooLarge:
      return "too-large";
    case Refusal::kTooDeep:
      return "too-deep";
    case Refusal::kUnproven:
      return "unproven";
    case Refusal::kElsewhere:
      return "elsewhere";
    case Refusal::kMachine:
      return "machine";
    case Refusal::kObserve:
      break;
  }
  return "observe";
}

bool is_own_service(const Envelope& envelope, const BounceTrust& trust) {
  return !envelope.daemon_name.empty() &&
         std::find(trust.own_services.begin(), trust.own_services.end(), envelope.daemon_name) !=
             trust.own_services.end();
}

}  // namespace plainbounce
