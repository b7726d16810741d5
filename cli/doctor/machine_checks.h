#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/daemon_state.h"

namespace plainbounce {

// The configuration files; the knowledge overlay and the texts: as "plainbounce check" has them.
CheckResult check_configuration(const Examination& examination, const DaemonState& daemon);
// What the configuration should say of this site: its domains and hosts.
CheckResult check_site(const Examination& examination, const DaemonState& daemon);
// Whether the daemon answers as a milter does, and is what it is taken for.
CheckResult check_daemon(const Examination& examination, const DaemonState& daemon);
// Whether the running daemon is of this program's version, and still the installed one.
CheckResult check_version(const Examination& examination, const DaemonState& daemon);
// Whether systemd starts it, now and after the next boot.
CheckResult check_unit(const Examination& examination, const DaemonState& daemon);
// Whether the machine's clock can be right.
CheckResult check_clock(const Examination& examination);

}  // namespace plainbounce
