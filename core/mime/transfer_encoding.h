#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// Decoders are tolerant: what is no valid encoding is kept or skipped as RFC 2045 sections 6.7 and
// 6.8 advise, nothing fails.
std::string decode_quoted_printable(std::string_view text);
std::string decode_base64(std::string_view text);
// By the name in Content-Transfer-Encoding (any case): what is put into `buffer`, or for unknown
// names and 7bit, 8bit, binary `text` itself.
std::string_view decode_transfer_encoding(std::string_view text, std::string_view encoding,
                                          std::string& buffer);
// Lines end with CRLF (LF and CRLF are taken as line ends in `text`), at most 76 characters each.
std::string encode_quoted_printable(std::string_view text);
// No line breaks.
std::string encode_base64(std::string_view bytes);

}  // namespace plainbounce
