#pragma once

#include <string>
#include <vector>

#include "web/page.h"

namespace plainbounce {

// What a search leads to at once, without a list: the page of a code that was typed whole. Empty:
// nothing.
std::string direct_hit(const std::string& query, const PageInputs& inputs);
// Codes, causes, providers and rules with all words of the query. An empty query: the form alone.
Page search_page(const std::string& query, const PageInputs& inputs);
// What can be found, as JSON for the script of pages that no server stands behind: an array of
// [address, text, kind].
std::string search_index(const PageInputs& inputs);

}  // namespace plainbounce
