#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// What a person reads of HTML, roughly: tags, comments, scripts and styles out, blocks on lines of
// their own, the common character references undone. For evidence only, never shown as HTML.
std::string text_of_html(std::string_view html);

}  // namespace plainbounce
