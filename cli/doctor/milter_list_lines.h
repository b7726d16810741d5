#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/doctor/postfix_examination.h"

namespace plainbounce {

// A list of milters on one word, as "postconf -P" takes it: "{unix:x,protocol=6},inet:localhost:1".
// Nothing: it has blanks that cannot go.
std::optional<std::string> without_blanks(std::string_view list);

// The list of `use` as it is written, its $names not expanded. Nothing: it cannot be read so.
std::optional<MilterUse> as_written(const PostfixExamination& examination, const MilterUse& use);

// The texts of the entries, in their order.
std::string list_text(const std::vector<MilterEntry>& entries);

// Lines that write the list of `use` anew, as `edit` leaves it: in main.cf, or for the service that
// has a list of its own in master.cf. None where our entry is not written there itself, but stands
// in a parameter that the list names: what else uses that one nobody knows.
std::vector<std::string> list_lines(const PostfixExamination& examination, const MilterUse& use,
                                    const std::function<void(MilterUse&)>& edit);

}  // namespace plainbounce
