#pragma once

#include "core/mime/header_block.h"

namespace plainbounce {

// Who writes a message, as far as From tells.
enum class NoticeSender {
  kOther,    // a person or a service
  kPerhaps,  // a mail system or a person: "Postmaster", "System Administrator"
  kProgram,  // a name that only programs have, no address, or no From at all
};

NoticeSender notice_sender(const HeaderBlock& header);

// To is where the bounces of a list's mail go: "garden-bounces@", "owner-garden@".
bool goes_to_list_owner(const HeaderBlock& header);

// A mailing list or a newsletter hands it out (RFC 2369, RFC 2919). What goes to the list's owner
// is a bounce that the list software hands on.
bool is_handed_out_by_list(const HeaderBlock& header);

// Fields of automatic answers, and of mailing lists. Auto-Submitted (RFC 3834) and the fields of
// lists count only where From names no mail system: those set the first, too, and what one sends to
// a list gets the others.
bool has_fields_of_other_mail(const HeaderBlock& header);

}  // namespace plainbounce
