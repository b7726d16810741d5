#pragma once

#include "core/dsn/bounce_verdict.h"
#include "core/mime/header_block.h"

namespace plainbounce {

// The MTA's copy of a report for its postmaster: Postfix sends it from double-bounce@, Sendmail
// says so behind Auto-Submitted. Whoever else wrote from such an address shows in the origin.
bool is_postmaster_copy(const Envelope& envelope, const HeaderBlock& header);
// The same by the header alone, for messages whose sender nobody knows: Postfix marks these copies
// alone as "auto-generated".
bool has_marks_of_postmaster_copy(const HeaderBlock& header);

}  // namespace plainbounce
