#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plainbounce {

inline constexpr std::string_view kPostfixListSeparators = ", \t\r\n";

// The elements of a Postfix list, divided by any run of `separators`; "{ ... }" stays together,
// with its braces and whatever is nested in them. Views of `text`. Fails when a brace has no
// partner.
Result<std::vector<std::string_view>> split_postfix_list(
    std::string_view text, std::string_view separators = kPostfixListSeparators);

// What stands within the braces of "{ ... }", trimmed; other text as it is.
std::string_view without_braces(std::string_view word);

}  // namespace plainbounce
