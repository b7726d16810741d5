#pragma once

#include "cli/doctor/daemon_state.h"
#include "cli/doctor/finding.h"

namespace plainbounce {

// The configuration files; the knowledge overlay and the texts: as "plainbounce check" has them.
Finding check_configuration(const Examination& examination, const DaemonState& daemon);
// What the configuration should say of this site: its domains and hosts.
Finding check_site(const Examination& examination, const DaemonState& daemon);
// Whether the daemon answers as a milter does, and is what it is taken for.
Finding check_daemon(const Examination& examination, const DaemonState& daemon);
// Whether the running daemon is of this program's version, and still the installed one.
Finding check_version(const Examination& examination, const DaemonState& daemon);
// Whether systemd starts it, now and after the next boot.
Finding check_unit(const Examination& examination, const DaemonState& daemon);
// Whether the machine's clock can be right.
Finding check_clock(const Examination& examination);

}  // namespace plainbounce
