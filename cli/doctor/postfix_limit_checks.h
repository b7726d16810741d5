#pragma once

#include "cli/doctor/finding.h"
#include "cli/doctor/postfix_examination.h"

namespace plainbounce {

// Whether the daemon knows how large a message may be here, so that no report grows beyond it.
Finding check_size_limit(const PostfixExamination& examination);
// Whether this release of Postfix has faults that hit messages whose body or header is changed.
Finding check_postfix_version(const PostfixExamination& examination);
// Whether reports that come in by SMTP reach the daemon, where its entry says that they should.
Finding check_reports_from_elsewhere(const PostfixExamination& examination);
// Whether Postfix runs.
Finding check_postfix_runs(const PostfixExamination& examination);
// Whether Postfix itself warns about what it was told.
Finding check_postfix_warnings(const PostfixExamination& examination);
// Whether further instances of Postfix (postmulti(1)) are left out.
Finding check_instances(const PostfixExamination& examination);

}  // namespace plainbounce
