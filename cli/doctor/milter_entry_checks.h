#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/postfix_examination.h"

namespace plainbounce {

// Whether the daemon comes before whoever signs.
CheckResult check_milter_order(const PostfixExamination& examination);
// Whether bounces go out when the daemon does not answer. Newer releases of Postfix stop mail then,
// unless they are told otherwise.
CheckResult check_default_action(const PostfixExamination& examination);
// Whether Postfix speaks the protocol version that the daemon needs.
CheckResult check_milter_protocol(const PostfixExamination& examination);
// Whether Postfix waits long enough, and not for ever.
CheckResult check_milter_timeouts(const PostfixExamination& examination);
// Whether what is signed stays as it was signed on its way to servers without 8BITMIME.
CheckResult check_mime_conversion(const PostfixExamination& examination);

}  // namespace plainbounce
