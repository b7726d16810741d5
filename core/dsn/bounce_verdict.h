#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/dsn/delivery_report.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// How a message came, as far as an MTA tells.
struct Envelope {
  std::string sender;                   // without angle brackets; empty: the null sender
  std::vector<std::string> recipients;  // without angle brackets
  std::string daemon_name;              // {daemon_name}
  std::string client_address;           // "127.0.0.1"; empty when unknown
  std::string queue_id;                 // {i}, read at end of message
};

enum class MessageKind { kReport, kLegacy, kNotice, kAutoReply, kReceipt, kAbuseReport, kNone };
// "report", "legacy", "notice", "auto-reply", "receipt", "abuse-report", "none"
std::string_view to_string(MessageKind kind);

// Why the body must not be touched.
enum class Refusal {
  kSigned,
  kEncrypted,
  kFriendly,
  kTooLarge,
  kTooDeep,
  kUnproven,
  kElsewhere,
  kMachine,
  kObserve
};
// "signed", "encrypted", "friendly", "too-large", ...
std::string_view to_string(Refusal refusal);

struct BounceVerdict {
  MessageKind kind = MessageKind::kNone;
  std::optional<Refusal> refusal;  // the first that holds
  std::string why;                 // one line for the log and for `decode`: what decided
};

// What the decision needs to know of the site.
struct BounceTrust {
  std::vector<std::string> own_services;  // {daemon_name}s that mark the MTA's own reports
  std::vector<std::string> our_hosts;     // names behind "by" in Received that prove "sent by us"
  std::vector<std::string> machine_recipients;  // globs
  bool require_null_sender = true;  // false for the command line: looks at content alone
};

// First look, at the envelope and the outer header: whether the message may be a bounce at all, and
// refusals that the header shows (signed, encrypted, machine). kReport and kLegacy are candidates
// until judge_structure has seen the parts.
BounceVerdict decide_bounce(const Envelope& envelope, const HeaderBlock& header,
                            const BounceTrust& trust);
// Second look, at the parts: a candidate without a delivery report becomes kLegacy, kNotice,
// kReceipt, kAbuseReport, kAutoReply or kNone; adds friendly and unproven. A refusal found before
// stays.
BounceVerdict judge_structure(BounceVerdict first, const MessageTree& tree,
                              const BounceTrust& trust);
// The second look, and what it had to read for it.
struct StructureLook {
  BounceVerdict verdict;
  std::optional<DeliveryReport> legacy;  // of a kLegacy, as parse_legacy_bounce() reads it
};
StructureLook look_at_structure(BounceVerdict first, const MessageTree& tree,
                                const BounceTrust& trust, const Limits& limits);
// Third look, at the decoded report: adds elsewhere. A notice counts only from our own service.
BounceVerdict judge_origin(BounceVerdict second, const Envelope& envelope,
                           const DeliveryReport& report, const BounceTrust& trust);

// {daemon_name} is one of trust.own_services: the MTA's own bounce service made this message.
bool is_own_service(const Envelope& envelope, const BounceTrust& trust);
// True: the returned message has Received fields and none names one of our_hosts behind "by" (RFC
// 5321 section 4.4), where the host that wrote the field names itself. False: one does. Nothing: it
// has none, or our_hosts is empty.
std::optional<bool> is_backscatter(const DeliveryReport& report,
                                   const std::vector<std::string>& our_hosts);
// "*" any run of characters, the rest literally, in any case.
bool matches_glob(std::string_view text, std::string_view glob);

}  // namespace plainbounce
