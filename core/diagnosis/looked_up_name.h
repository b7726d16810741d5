#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// The name that a failed DNS lookup was for, lower case, as Postfix, Sendmail and others write it
// ("unable to look up host X:", "Name service error for name=X type=MX", "Name server: X:").
// Empty when the text names none.
std::string looked_up_name(std::string_view text);

}  // namespace plainbounce
