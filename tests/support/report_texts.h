#pragma once

#include <string>
#include <vector>

#include "core/dsn/delivery_report.h"

namespace plainbounce::testing {

// Every text that a report holds, whatever field it is of.
std::vector<std::string> texts_of(const DeliveryReport& report);

}  // namespace plainbounce::testing
