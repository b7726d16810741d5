#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace plainbounce {

// The strings, numbers and literals of a JSON text (RFC 8259) by their place: the names and array
// indices on the way to each, joined by ".": "bounce.bouncedRecipients.0.emailAddress". Strings are
// without escapes, lone surrogates become U+FFFD; "null" is left out. Text behind the first value
// does not count. Empty for what is no JSON object or array, and beyond `most` values, 32 levels, a
// place of 512 bytes or 4 MB of places.
using JsonValues = std::map<std::string, std::string, std::less<>>;
JsonValues read_json_values(std::string_view text, size_t most);

}  // namespace plainbounce
