#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_range.h"
#include "core/base/limits.h"
#include "core/base/result.h"

namespace plainbounce {

// One header field of RFC 5322 section 2.2. The views borrow the message's bytes.
struct HeaderField {
  std::string_view name;       // as written, without blanks before the colon
  std::string_view raw_value;  // behind the colon, folds kept, without the last line end
  ByteRange range;             // in the message, with its line end

  // Unfolded and trimmed.
  [[nodiscard]] std::string value() const;
  // The same without a copy where the field stands on one line; else it is put into `buffer`.
  [[nodiscard]] std::string_view value(std::string& buffer) const;
};

// The header fields of a message or part, in order. The message's bytes must outlive it.
struct HeaderBlock {
  std::vector<HeaderField> fields;
  ByteRange range;        // the fields, without the blank line
  size_t body_begin = 0;  // first byte behind the blank line

  // The first field of that name in any case, or null.
  [[nodiscard]] const HeaderField* find(std::string_view name) const;
  // Its value, unfolded and trimmed; nothing when there is no such field.
  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
  [[nodiscard]] size_t count(std::string_view name) const;
};

// Reads header fields from `begin` up to the first empty line, to the first line that can be no
// header field (then the body begins there), or to `end`. CRLF and LF; a line that begins with a
// blank continues the field before. Fails beyond limits.header_bytes or header_fields.
Result<HeaderBlock> parse_header_block(std::string_view message, size_t begin, size_t end,
                                       const Limits& limits);

}  // namespace plainbounce
