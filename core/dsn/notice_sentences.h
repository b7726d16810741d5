#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/dsn/notice_recipients.h"

namespace plainbounce {

// Recipients whom a notice names inside its sentences. `others`, in lower case: whom it names as
// somebody else.

// Paragraphs that tell of the failure, with the address inside the sentence, or several with no
// more than "," or "and" between them. What stands below, up to the next such paragraph, belongs to
// them.
std::vector<NoticeRecipient> find_in_sentences(const std::vector<std::string_view>& lines,
                                               const std::set<std::string>& others, size_t most);

// The only address in the notice, wherever it stands; staff to ask does not count.
std::vector<NoticeRecipient> find_only_address(const std::vector<std::string_view>& lines,
                                               const std::set<std::string>& others);

// The addresses of ", b@x, c@x" or " and b@x": what stands behind an address, where that is a list
// and nothing else; at most `most`. Empty for all else.
std::vector<std::string> addresses_of_list(std::string_view behind, size_t most);

}  // namespace plainbounce
