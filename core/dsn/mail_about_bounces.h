#pragma once

#include <string>
#include <string_view>

#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_text.h"

namespace plainbounce {

// The decoded Subject without that of the returned message. Where the returned message is not
// known, nothing behind a colon counts.
std::string own_subject(const LegacyMessage& message);

// The message speaks of bounces and is none, whoever writes it and whatever it returns: a summary
// of several messages, or how a help desk confirms that somebody asked about a bounce.
bool is_mail_about_bounces(const LegacyMessage& message);

// The text has a word for a mail or a message, in the languages in which mail systems write.
bool speaks_of_mail(std::string_view text);

// What could not be delivered is no mail: a parcel, a fax, an invoice.
bool is_about_another_delivery(const NoticeText& text);

}  // namespace plainbounce
