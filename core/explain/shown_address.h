#pragma once

#include <string>
#include <string_view>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// The address as it may stand in a sentence of ours; empty when it is none that could: it has
// blanks or angle brackets, looks like a link, or is missing.
std::string_view address_in_sentence(std::string_view shown);
// The text without the address that the mail was forwarded to: where it differs from the address
// that the sender wrote, `placeholder` stands in its place.
std::string hide_forward_target(std::string text, const PerRecipientFields& recipient,
                                std::string_view shown, std::string_view placeholder);

}  // namespace plainbounce
