#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_range.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/mime/content_type.h"
#include "core/mime/header_block.h"

namespace plainbounce {

// One part of a MIME message (RFC 2046 section 5.1). All ranges are offsets into the message. Of an
// empty part the blank line may be the line end that belongs to the delimiter behind it: then none
// stands between `header.range` and `body`.
struct MimePart {
  static constexpr size_t kNoParent = static_cast<size_t>(-1);

  size_t parent = kNoParent;
  size_t depth = 0;
  ByteRange whole;        // from behind the delimiter line to before the line end of the next one
  HeaderBlock header;     // no fields: the part has no header
  ByteRange body;         // behind the blank line; within `whole`
  bool has_type = false;  // a Content-Type that could be read stands in the header
  ContentType type;       // else the default: text/plain, message/rfc822 in a digest
  std::string transfer_encoding;  // lower case; empty when not given
  std::string boundary;           // of a multipart that is split
  bool closed = true;             // a multipart's closing delimiter was found
  std::vector<size_t> children;   // indexes into MessageTree::parts
};

// The parts of a message, the message itself first. Holds views: the message's bytes must outlive
// it. message/* parts are leaves: nothing inside a returned message is split.
struct MessageTree {
  std::string_view message;
  std::vector<MimePart> parts;

  [[nodiscard]] const MimePart& root() const { return parts.front(); }
  [[nodiscard]] std::string_view bytes(ByteRange range) const { return slice(message, range); }
};

// What made split_message stop: the caller tells "too deep" from "too many" by it.
struct SplitFailure {
  enum class Limit { kDepth, kParts, kHeader, kMessage };
  Limit limit = Limit::kMessage;
  std::string message;
};

// Splits a message (header fields, blank line, body; CRLF, LF or both) into its parts. Iterative,
// linear in the size, copies nothing. A multipart without boundary parameter, or whose boundary
// never occurs, is a leaf. A multipart that is never closed ends where its parent does, `closed` is
// false. The first delimiter may stand at the first byte of the body. A delimiter is a whole line:
// nothing but blanks may stand behind the boundary, and the innermost multipart is asked first.
tl::expected<MessageTree, SplitFailure> split_message(std::string_view message,
                                                      const Limits& limits);
// The same for who has read the message's own header already.
tl::expected<MessageTree, SplitFailure> split_message(std::string_view message, HeaderBlock header,
                                                      const Limits& limits);

}  // namespace plainbounce
