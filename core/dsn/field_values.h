#pragma once

#include <string>
#include <string_view>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// Values of RFC 3464 fields; all take one clean line (text_lines.h) and never fail.

// The parts of "type; value", as they stand in the text.
struct TypedParts {
  std::string_view type;
  std::string_view value;
};
// "type; value". A first word that is no type name (RFC 3464 section 2.1.2) leaves the type empty
// and stays in the value.
TypedParts split_typed_value(std::string_view text);
TypedValue parse_typed_value(std::string_view text);
// The same for an address or a host: angle brackets and a comment behind it are taken off.
TypedParts split_typed_name(std::string_view text);
TypedValue parse_typed_name(std::string_view text);
// The word of an Action field, comments skipped, in any case; also "expired" and "failure", which
// some systems write for "failed".
Action parse_action(std::string_view text);
// Text without RFC 5322 comments, which may nest, trimmed. An unclosed "(" is kept.
std::string without_comments(std::string_view text);

}  // namespace plainbounce
