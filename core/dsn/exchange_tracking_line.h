#pragma once

#include <optional>
#include <string_view>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// A line of Exchange's message tracking log: values divided by commas, the event as the ninth.
// Nothing where it is none, or where its event is neither FAIL nor DEFER. Of several recipients the
// first.
std::optional<PerRecipientFields> read_exchange_tracking_line(std::string_view line);

}  // namespace plainbounce
