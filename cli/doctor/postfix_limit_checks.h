#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/postfix_examination.h"

namespace plainbounce {

// Whether the daemon knows how large a message may be here, so that no report grows beyond it.
CheckResult check_size_limit(const PostfixExamination& examination);
// Whether this release of Postfix has faults that hit messages whose body or header is changed.
CheckResult check_postfix_version(const PostfixExamination& examination);
// Whether reports that come in by SMTP reach the daemon, where its entry says that they should.
CheckResult check_reports_from_elsewhere(const PostfixExamination& examination);
// Whether Postfix runs.
CheckResult check_postfix_runs(const PostfixExamination& examination);
// Whether Postfix itself warns about what it was told.
CheckResult check_postfix_warnings(const PostfixExamination& examination);
// Whether further instances of Postfix (postmulti(1)) are left out.
CheckResult check_instances(const PostfixExamination& examination);

}  // namespace plainbounce
