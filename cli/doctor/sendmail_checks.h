#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/daemon_state.h"
#include "cli/doctor/sendmail_file.h"

namespace plainbounce {

// What the checks of a Sendmail set-up work with; all that it refers to must outlive it.
struct SendmailExamination {
  const Examination& of;
  const DaemonState& daemon;
  const SendmailFile& sendmail;
};

// The filter that leads to the daemon, and what Sendmail does when it does not answer.
CheckResult check_sendmail_filter(const SendmailExamination& examination);
// The second port, through which Sendmail's own bounces come: its name, and that it answers.
CheckResult check_sendmail_port(const SendmailExamination& examination);
// The mailers, which have to take bounces to that port.
CheckResult check_sendmail_mailers(const SendmailExamination& examination);
CheckResult check_sendmail_size(const SendmailExamination& examination);

}  // namespace plainbounce
