#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/smtp/enhanced_status_code.h"
#include "core/smtp/reply_code.h"

namespace plainbounce {

// The codes in front of one line of a reply.
struct ReplyPrefix {
  ReplyCode code;
  bool more_follow = false;                    // "550-": not the last line (RFC 5321 section 4.2)
  std::optional<EnhancedStatusCode> enhanced;  // directly behind the code
  size_t size = 0;                             // behind it the line's text begins
};

// Nothing when the text does not begin with a reply code. Three digits are one before a blank, "-",
// "#", ":", "=" or the end, and before "." when an enhanced code follows ("550.5.2.241"). 200 to
// 299 alone are none: a program's exit status is written so, too.
std::optional<ReplyPrefix> reply_prefix(std::string_view text);
// An enhanced code at the very start, with "#", brackets, a quote or blanks around it; `end` gets
// the offset behind these.
std::optional<EnhancedStatusCode> leading_enhanced_code(std::string_view text, size_t& end);

// The text from its reply code on, where only marks of a report stand in front of that ("#550 ...",
// "<<< 550 ...", quotes); else the text.
std::string_view without_report_marks(std::string_view text);

}  // namespace plainbounce
