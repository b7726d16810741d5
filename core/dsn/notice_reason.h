#pragma once

#include <string>
#include <string_view>

#include "core/dsn/delivery_report.h"
#include "core/dsn/notice_recipients.h"

namespace plainbounce {

// What a notice says about one recipient, as Diagnostic-Code: a reply (type "smtp", with the host
// that gave it as Remote-MTA), wherever it stands, before words ("x-notice"). `notice`: all that is
// said, where it is about this recipient alone; else empty. `subject`: decoded.
void read_notice_reason(const NoticeRecipient& about, std::string_view notice,
                        std::string_view subject, PerRecipientFields& recipient);

// How a notice says that it ended.
enum class Outcome { kNotSaid, kReturned, kDelayed, kGivenUp };

// What the words say. Giving up outweighs a delay, and a delay what only tells of a return: mail
// systems tell of both. The words of a quoted reply are no notice's that the message came back.
Outcome outcome_in(std::string_view text);
// The same of a Subject, which names the notice.
Outcome outcome_in_subject(std::string_view subject);

// How it ended for the recipient: what is said of him comes before what the notice says, which
// counts where it is about him alone (`notice`), or stands above all of them (`above`: its words,
// `subject`). Unknown where a temporary reply stands and nothing says whether attempts go on.
Action notice_action(const NoticeRecipient& about, std::string_view notice, Outcome above,
                     Outcome subject);

}  // namespace plainbounce
