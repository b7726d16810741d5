#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "web/page.h"

namespace plainbounce {

// Search, the paste box where there is one, and ways into the rest.
Page home_page(const PageInputs& inputs);
// What the pages rest on: every source with its date.
Page about_page(const std::string& version, const PageInputs& inputs);
// 404: what was asked for (below "/codes/", "/providers/", ...) and the nearest that is known.
Page not_found_page(const std::string& path, const PageInputs& inputs);
// Any other refusal: its words are "error_" and the number.
Page error_page(int status, const PageInputs& inputs);

}  // namespace plainbounce
