#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_reader.h"
#include "core/dsn/other_automata.h"

namespace plainbounce {

namespace {

bool recognises(const LegacyMessage& message) { return says_rejected(message.header); }

}  // namespace

// A mailbox refuses what the mail system had accepted, and says so in a receipt (RFC 8098):
// Dovecot's quota, Sieve's reject (RFC 5429).
const LegacyFormat kRejectionFormat = {"a mailbox's rejection", true, recognises, read_notice};

}  // namespace plainbounce
