#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// What is going to happen to the message: the report's Action decides, never the code's class.
// kUnknown: a temporary failure, and
// nothing tells whether the attempts are over.
enum class Outlook { kFinal, kUnknown, kRetrying, kDone };
enum class Kind { kTemporary, kPermanent, kSuccess };
// Who has to act.
enum class Party { kSender, kSenderAdmin, kRecipient, kRecipientAdmin, kNobody };
enum class Confidence { kCertain, kLikely, kUnsure };

// The words of the JSON, the headers and the TOML files: "final", "temporary", "sender-admin", ...
std::string_view to_string(Outlook outlook);
std::string_view to_string(Kind kind);
std::string_view to_string(Party party);
std::string_view to_string(Confidence confidence);
std::optional<Outlook> parse_outlook(std::string_view word);
std::optional<Kind> parse_kind(std::string_view word);
std::optional<Party> parse_party(std::string_view word);
std::optional<Confidence> parse_confidence(std::string_view word);

// Of the first digit of a reply code or an enhanced code: 2, 4 or 5; nothing for others.
std::optional<Kind> kind_of_class(int digit);

// The id of a cause ("mailbox-full"). The set is closed: kCauseIds in cause_ids.h.
using CauseId = std::string;

}  // namespace plainbounce
