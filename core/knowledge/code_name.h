#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// "452", "5.2.2", "X.2.2", "X.2.X", "5.2.X" or "5.X.X" in its usual spelling (capital X); nothing
// for any other text. Class 2, 4 or 5; subject and detail as RFC 3463 section 2 writes them.
std::optional<std::string> canonical_code(std::string_view text);
// The codes to try for a canonical code, itself first, then family, subject and class (RFC 3463
// section 2); of a basic code only itself.
std::vector<std::string> code_and_parents(const std::string& code);
// True when a comes before b: basic codes, then classes, subjects, and families each with its
// codes; by number. Both canonical.
bool comes_before(const std::string& a, const std::string& b);

}  // namespace plainbounce
