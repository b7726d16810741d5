#pragma once

#include <string>
#include <string_view>

#include "core/mime/message_tree.h"
#include "core/rewrite/edit_plan.h"

namespace plainbounce {

// The pieces of the shapes of docs/architecture.md, with CRLF line ends. Content-Type is the first
// line of every part: some bounce parsers drop a nested part otherwise.

// alternative { text, html }, or the text part alone when there is no HTML.
std::string note_part(const NoteTexts& texts, std::string_view boundary,
                      std::string_view description);
// What goes before the original part's bytes: the head of multipart/mixed, the note, a delimiter
// and, for an original part that declares no type, its Content-Type.
std::string wrapper_before(const MessageTree& tree, const MimePart& original,
                           const NoteTexts& texts, std::string_view mixed_boundary,
                           std::string_view alternative_boundary);
// What goes behind them.
std::string wrapper_behind(std::string_view mixed_boundary);

}  // namespace plainbounce
