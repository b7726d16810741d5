#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// Each function is named after the exit that its result leaves by. Input is UTF-8, as clean_text
// gives it.

std::string escape_for_html(std::string_view text);
// ASCII that stands in HTML as it is.
bool is_plain_html(std::string_view text);
void append_escaped_for_html(std::string& out, std::string_view text);
std::string escape_for_json(std::string_view text);
// key=value of a log line: printable ASCII, "\xHH" for the rest, quoted when it holds blanks,
// quotes or "=".
std::string escape_for_log(std::string_view text);
// RFC 2045 token or quoted-string for a structured header parameter.
std::string escape_for_header_parameter(std::string_view text);
// A value of Postfix's smtpd_reject_footer_maps that stands for the text as it is: "$" doubled.
// Nothing for text that cannot stand there: other than printable ASCII, or with a backslash.
std::optional<std::string> escape_for_reject_footer(std::string_view text);

}  // namespace plainbounce
