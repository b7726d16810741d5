#pragma once

#include <string_view>

namespace plainbounce::differential {

// True for a Content-Type value that keeps to RFC 2045 section 5.1, with RFC 822's comments and
// quoted strings and each parameter name once.
bool is_content_type(std::string_view value);
// True when "=?" stands in encoded words of RFC 2047 section 2 only: whole words between blanks, in
// a charset that both readers know, with good escapes or base64 that is in order.
bool holds_whole_encoded_words(std::string_view value);

}  // namespace plainbounce::differential
