#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace plainbounce {

// The name borrows the text that it was read from.
struct StatusField {
  std::string_view name;
  std::string value;
};
// Fields that stand together between empty lines of a status part; never empty.
using StatusGroup = std::vector<StatusField>;

// Cuts the text of a status part into groups of fields (RFC 3464 section 2.1). Any number of empty
// lines divides groups, none is needed at the end. A line that begins with a blank, and one that
// can be no field, continues the field before; lines before the first field are left out. Values
// are unfolded (each fold a blank) and clean UTF-8. Fails beyond limits.report_bytes, with more
// than limits.header_fields fields in a group, and with more groups or fields than
// limits.recipients can need.
Result<std::vector<StatusGroup>> read_status_groups(std::string_view text, const Limits& limits);

}  // namespace plainbounce
