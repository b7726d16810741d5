#pragma once

#include <string_view>

#include "core/smtp/reply_prefix.h"

namespace plainbounce {

// A code as a list names it: a reply code ("550"), an enhanced code ("5.7.1"), or one with X in
// place of any of its three numbers ("X.7.1", "4.7.X").

bool is_code_pattern(std::string_view pattern);
// Whether the pattern names the reply code or the enhanced code in front of a reply. What is no
// pattern names nothing.
bool names_code(std::string_view pattern, const ReplyPrefix& prefix);

}  // namespace plainbounce
