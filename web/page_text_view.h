#pragma once

#include <optional>
#include <string>
#include <vector>

#include "web/page.h"

namespace plainbounce {

// The pieces that pages about codes, rules and causes are made of.

// Puts meaning, causes, steps by who reads them, sources and related codes into `view`, for the
// partial page_text; headings have the level "h2" or "h3".
void add_page_text(View& view, const PageText& text, const std::string& level,
                   const PageInputs& inputs);
// A row of a table of codes.
View code_row(const CodeEntry& entry, const PageInputs& inputs);
// A row of a table of rules, with the name of the provider where `with_provider`.
View rule_row(const Rule& rule, bool with_provider, const PageInputs& inputs);
// A cause's title in the page's language.
std::string cause_title(const std::string& cause, const PageInputs& inputs);
// "temporary", "permanent", ... in the page's language; empty: it depends.
std::string kind_text(const std::optional<Kind>& kind, const PageInputs& inputs);
// A class of codes ("Mail system") in the page's language.
std::string class_text(const std::string& name, const PageInputs& inputs);
std::string party_text(const std::optional<Party>& party, const PageInputs& inputs);
// The text where it is an address of the web, else nothing: what a link may lead to.
std::string safe_url(const std::string& url);

}  // namespace plainbounce
