#pragma once

#include <string_view>

namespace plainbounce {

// By what programs, we among them, know again what we wrote.

inline constexpr std::string_view kExplanationField = "X-Bounce-Explanation";
inline constexpr std::string_view kCauseField = "X-Bounce-Cause";
inline constexpr std::string_view kHelpField = "X-Bounce-Help";
inline constexpr std::string_view kMarkerField = "X-Bounce-Explained-By";
// Content-Description of each part that holds our text.
inline constexpr std::string_view kExplanationPart = "Explanation";
// The line above the support block, and between our text and the one that it was put before. Fewer
// than the 50 dashes at which a bounce parser ends the report.
inline constexpr std::string_view kDivider = "------------------------------------------------";

}  // namespace plainbounce
