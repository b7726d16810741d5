#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "core/knowledge/code_pages.h"

namespace plainbounce {

// The page of a code for a terminal: code and title, one sentence, the facts, what the server says,
// what it means, causes, what each party can do, sources, related codes. `cause_line` is the
// sentence about its cause; empty: none. `rules` are what providers use the code for.
std::string code_page_text(const CodePage& page, std::string_view cause_line,
                           const std::vector<const Rule*>& rules, const Console& console);

}  // namespace plainbounce
