#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// The name by which iconv knows a charset that mail names, misspelt or not: "UTF-8", "CP932". Only
// charsets of this list are ever opened, so that a stranger's message chooses no converter of its
// own. Nothing for names that say no charset ("unknown-8bit") or one we do not read.
std::optional<std::string_view> iconv_name(std::string_view charset);

}  // namespace plainbounce
