#pragma once

#include "cli/doctor/check_result.h"
#include "cli/doctor/postfix_examination.h"

namespace plainbounce {

// Whether Postfix's lists name the socket that the daemon listens at.
CheckResult check_socket_name(const PostfixExamination& examination);
// Whether each process of Postfix that has to can talk to the daemon: as its account, out of its
// chroot. Where this program runs as root it is tried; else owners and modes are read.
CheckResult check_socket_access(const PostfixExamination& examination);

// Asks at `place` as a process of `service` would. `check` names the result; `listener` is who
// should answer ("the daemon").
CheckResult try_as_service(const PostfixExamination& examination, const MasterService& service,
                           const SocketAddress& place, const Question& question, const char* check,
                           const char* listener);

}  // namespace plainbounce
