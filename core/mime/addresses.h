#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// The addr-specs (RFC 5322 section 3.4) in an unfolded From, To or Return-Path value, without angle
// brackets, display names and comments.
std::vector<std::string> addresses_in(std::string_view value);
// "<a@b>" -> "a@b", blanks trimmed; else the text itself.
std::string_view without_angle_brackets(std::string_view path);
// Lower-case text behind the last "@"; empty when there is none.
std::string domain_of(std::string_view address);

}  // namespace plainbounce
