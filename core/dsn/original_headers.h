#pragma once

#include <optional>
#include <string_view>

#include "core/base/limits.h"
#include "core/dsn/delivery_report.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// Reads the header fields of a returned message, whole or cut, with or without body. Empty lines
// and an mbox "From " line before the first field are skipped. Nothing when no field is found.
std::optional<OriginalHeaders> read_original_headers(std::string_view text, const Limits& limits);
// The same for the part that holds the returned message, its transfer encoding undone.
std::optional<OriginalHeaders> read_original_part(const MessageTree& tree, size_t part,
                                                  const Limits& limits);

}  // namespace plainbounce
