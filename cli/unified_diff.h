#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// What makes `after` of `before`, line by line, in the form of "diff -u" with three lines of
// context; empty when they are equal. CR at line ends is left out.
std::string unified_diff(std::string_view before, std::string_view after,
                         const std::string& before_name, const std::string& after_name);

}  // namespace plainbounce
