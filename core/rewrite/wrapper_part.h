#pragma once

#include <string>
#include <string_view>

#include "core/mime/message_tree.h"
#include "core/rewrite/edit_plan.h"

namespace plainbounce {

// The pieces of the shapes of docs/architecture.md, with CRLF line ends. Content-Type is the first
// line of every part: some bounce parsers drop a nested part otherwise.

// Our text as a part: header, blank line, content; no delimiters.
std::string text_part(std::string_view text, std::string_view subtype);
// alternative { text, html }, or the text part alone when there is no HTML.
std::string note_part(const NoteTexts& texts, const std::string& boundary,
                      std::string_view description);
// What goes before the original part's bytes: the head of multipart/mixed, the note, a delimiter
// and, for an original part that declares no type, its Content-Type.
std::string wrapper_before(const MessageTree& tree, const MimePart& original,
                           const NoteTexts& texts, const std::string& mixed_boundary,
                           const std::string& alternative_boundary);
// What goes behind them.
std::string wrapper_behind(const std::string& mixed_boundary);

}  // namespace plainbounce
