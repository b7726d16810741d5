#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/doctor/daemon_state.h"

namespace plainbounce {

// Files of the settings that the daemon's account may not read.
struct UnreadSettings {
  std::string says;               // the first one
  std::vector<std::string> mend;  // for all; none for directories that are not the settings' own
};

// Looks at the configuration files, the knowledge overlay and the directories on the way to them,
// as the account of the process that listens, or of the unit when nobody does. Nothing: all can be
// read, or it is not seen who the daemon is. Files with access lists are left out, since their
// modes do not tell it.
std::optional<UnreadSettings> settings_not_read(const Examination& examination,
                                                const DaemonState& daemon);

}  // namespace plainbounce
