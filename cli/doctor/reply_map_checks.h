#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/postfix_examination.h"

namespace plainbounce {

// Whether Postfix's own replies get a sentence: the daemon's map answers, Postfix asks it directly,
// postscreen does not, and nothing else does that would harm.
CheckResult check_reply_map(const PostfixExamination& examination);
CheckResult check_postscreen(const PostfixExamination& examination);
CheckResult check_reply_filters(const PostfixExamination& examination);

}  // namespace plainbounce
