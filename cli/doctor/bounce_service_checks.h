#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/postfix_examination.h"

namespace plainbounce {

// Whether Postfix's own reports (bounce, defer, trace) come to the daemon, by a cleanup service of
// their own.
CheckResult check_bounce_service(const PostfixExamination& examination);
// Whether the name that this service sends is one that the daemon takes for the mail server's own.
CheckResult check_own_service(const PostfixExamination& examination);
// Whether header and body checks, meant for mail of others, would be applied to reports.
CheckResult check_header_checks(const PostfixExamination& examination);

// The daemon's entry in a list of milters, as the README has it; fails where the process that the
// list is for cannot reach the socket.
Result<std::string> own_entry_text(const PostfixExamination& examination,
                                   const MasterService& service);

}  // namespace plainbounce
