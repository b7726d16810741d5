#pragma once

#include <string_view>

namespace plainbounce {

// Whether a notice says by its own words that the message came back or cannot be delivered at all
// ("undeliverable", "returned to sender", "unzustellbar"). What could not be delivered, or failed,
// may be tried again.
bool tells_of_return(std::string_view text);

// Whether a Subject calls it a failure ("Mail delivery failed", "failure notice") that is not
// temporary, or tells of a return: as a notice's name that is said when the attempts are over.
bool is_title_of_end(std::string_view subject);

}  // namespace plainbounce
