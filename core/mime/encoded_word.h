#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// Encoded words of RFC 2047 in an unfolded field value become UTF-8; what is none stays. Adjacent
// ones are joined, also where a character was cut between two of them.
std::string decode_encoded_words(std::string_view value);
// UTF-8 text as a field value, folded with "\n " so that no line passes 76 characters (the first
// one has `name_size` + 2 fewer). Runs that are not ASCII become encoded words (UTF-8, Q or B,
// never a cut character), and so do words that are longer than a line. Control characters become
// blanks, blank runs one. Where the first word does not fit behind the name, a fold comes first.
std::string encode_header_text(std::string_view text, size_t name_size);

}  // namespace plainbounce
