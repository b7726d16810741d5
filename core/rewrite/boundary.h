#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// `count` boundary values (RFC 2046 section 5.1.1) that occur in none of the texts and none of
// which begins another. They depend on the texts alone: the same message gives the same bytes.
// Nothing when a number of tries found none.
std::optional<std::vector<std::string>> make_boundaries(
    std::initializer_list<std::string_view> texts, size_t count);

}  // namespace plainbounce
