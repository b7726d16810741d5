#pragma once

#include <array>
#include <string_view>

namespace plainbounce {

// The complete set of cause ids. A new one needs a line in docs/decisions/.
inline constexpr std::array<std::string_view, 49> kCauseIds = {"address-unknown",
                                                               "address-syntax",
                                                               "domain-not-found",
                                                               "domain-accepts-no-mail",
                                                               "mailbox-full",
                                                               "mailbox-disabled",
                                                               "mailbox-moved",
                                                               "mailbox-busy",
                                                               "message-too-large",
                                                               "too-many-recipients",
                                                               "system-storage-full",
                                                               "system-problem",
                                                               "system-not-accepting",
                                                               "dns-problem",
                                                               "unreachable",
                                                               "connection-lost",
                                                               "tls-problem",
                                                               "expired",
                                                               "mail-loop",
                                                               "greylisted",
                                                               "rate-limited",
                                                               "too-many-connections",
                                                               "sending-quota",
                                                               "blocked-ip",
                                                               "blocked-domain",
                                                               "missing-reverse-dns",
                                                               "authentication-failed",
                                                               "relay-denied",
                                                               "login-required",
                                                               "account-blocked",
                                                               "not-permitted",
                                                               "policy-refusal",
                                                               "spam-suspected",
                                                               "malware-suspected",
                                                               "attachment-refused",
                                                               "content-refused",
                                                               "format-problem",
                                                               "sender-refused",
                                                               "smtputf8-unsupported",
                                                               "encryption-required",
                                                               "protocol-problem",
                                                               "local-delivery-problem",
                                                               "list-problem",
                                                               "delivered",
                                                               "relayed",
                                                               "expanded",
                                                               "auto-reply",
                                                               "abuse-report",
                                                               "unclear"};

}  // namespace plainbounce
