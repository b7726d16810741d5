#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/maillog/delivery_follower.h"
#include "cli/maillog/progress_bar.h"
#include "core/base/result.h"

namespace plainbounce {

// Reads logs into `follower`: files whose lines have times are read in the order of their first
// ones
// ("mail.log mail.log.1 mail.log.2.gz" from the last to the first), others and pipes as given. No
// file: standard input. The errors that come back each name a file; what could be read of it
// counts.
std::vector<Error> scan_logs(const std::vector<std::string>& files, std::istream& standard_input,
                             DeliveryFollower& follower, ProgressBar& progress);

}  // namespace plainbounce
