#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// Converts to well-formed UTF-8, through iconv, with the usual misspellings of charset names put
// right ("uft-8", "unicode-1-1-utf-7"). Bytes that do not fit become U+FFFD. An unknown charset
// gives nothing.
std::optional<std::string> to_utf8(std::string_view bytes, std::string_view charset);
// The bytes are what to_utf8 would give of them.
bool is_utf8_already(std::string_view bytes, std::string_view charset);
// The bytes where they are UTF-8, else read as ISO-8859-1; never fails. For text without a charset.
std::string guess_utf8(std::string_view bytes);
// UTF-8 to ISO-8859-1; nothing when a character does not fit.
std::optional<std::string> utf8_to_latin1(std::string_view text);
// UTF-8 to ASCII as a reader would write it ("ü" -> "ue"); what has no such form becomes "?".
std::string transliterate_to_ascii(std::string_view text);

}  // namespace plainbounce
