#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// Lines without their line ends (CRLF or LF). The views borrow `text`.
std::vector<std::string_view> split_lines(std::string_view text);
// A stranger's bytes as one line of UTF-8: control characters and NUL become blanks, blank runs
// stay, both ends trimmed, cut at a character before `max_bytes`.
std::string one_line(std::string_view bytes, size_t max_bytes);
// UTF-8 text with "\n" line ends; other control characters but the tab become blanks.
std::string clean_lines(std::string_view utf8);
// The longest prefix of `utf8` of at most `max_bytes` that cuts no character.
std::string_view cut_utf8(std::string_view utf8, size_t max_bytes);
// "4xx" or "5xx" digits, then "-", a blank or the end: how a line of a failing SMTP reply begins.
bool begins_with_failure_code(std::string_view line);

}  // namespace plainbounce
