#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "core/knowledge/entries.h"

// The pieces that pages about codes and about rules are made of. What is empty gives nothing.
namespace plainbounce {

std::string heading(std::string_view text, const Console& console);
// Wrapped, behind `first` in its first line and `indent` blanks in the others.
std::string paragraph(std::string_view text, size_t indent = 0, std::string_view first = {});
// Heading and list: "Common causes", "How to fix it", "Sources".
std::string causes_section(const PageText& page, const Console& console);
std::string fix_section(const PageText& page, const Console& console);
std::string sources_section(const PageText& page, const Console& console);

}  // namespace plainbounce
