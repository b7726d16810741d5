#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plainbounce {

// What every stranger's text goes through before it is shown or logged, whatever the exit.

// Control characters (C0, DEL, C1), and the bidirectional, zero-width and tag characters that can
// make text read otherwise than it is.
bool is_hidden_character(char32_t point);
// Control characters, bidirectional and zero-width marks out (blanks instead), blank runs squeezed,
// well-formed UTF-8, at most `max_bytes` with "..." behind a cut.
std::string clean_text(std::string_view text, size_t max_bytes = 2000);
// "http://" and "https://" as "hxxp://" and "hxxps://", other schemes as "ftp[:]//" and "www." at a
// word's start as "www[.]", so that no program makes a link of them.
std::string defuse_links(std::string text);

}  // namespace plainbounce
