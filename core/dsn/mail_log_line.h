#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// What one line of a mail log tells of one delivery: Postfix ("to=<a@b>, relay=..., dsn=5.1.1,
// status=bounced (host ... said: ...)"; "reject: RCPT from ...: 550 ...; to=<a@b>"), Sendmail
// ("to=<a@b>, ..., dsn=5.1.1, stat=User unknown"), Exim ("** a@b R=... T=...: ..."), OpenSMTPD
// (result="PermFail" stat="550 ..."), qmail ("delivery 3: failure: ..."). Nothing for other lines.
std::optional<PerRecipientFields> read_mail_log_line(std::string_view line);

}  // namespace plainbounce
