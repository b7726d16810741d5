#pragma once

#include <string_view>
#include <vector>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// A line of Exchange's message tracking log: values divided by commas, the event as the ninth. Each
// of its recipients, at most 1000; none where it is no such line, or where its event is neither
// FAIL nor DEFER.
std::vector<PerRecipientFields> read_exchange_tracking_line(std::string_view line);

}  // namespace plainbounce
