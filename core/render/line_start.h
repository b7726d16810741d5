#pragma once

#include <string_view>

namespace plainbounce {

// True when bounce parsers, or mailbox files, could take a line that begins so for a line of
// theirs: a DSN or message header field, "<address>:", a reply code, another mail program's opening
// words, "From ", "--". Such a line of ours is to be indented.
bool looks_like_report_line(std::string_view line);

}  // namespace plainbounce
