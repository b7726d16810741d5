#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// xtext of RFC 3461 section 4: printable ASCII but "+" and "=" stay, the rest becomes "+HH".
// `also` names further characters to encode (";" where the value stands in a list).
std::string encode_xtext(std::string_view text, std::string_view also = {});
// utf-8-addr-xtext of RFC 6533 section 3: "\x{HEX}" for each code point outside printable ASCII,
// and for "\", "+" and "=" and those of `also`. Bytes that are no UTF-8 become U+FFFD.
std::string encode_utf8_addr_xtext(std::string_view text, std::string_view also = {});
// Both directions are tolerant: what is no escape stays as it is.
std::string decode_xtext(std::string_view text);
std::string decode_utf8_addr_xtext(std::string_view text);

}  // namespace plainbounce
