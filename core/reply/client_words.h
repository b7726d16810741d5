#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// A reply of the MTA's own without what its client wrote or is called: the address or name in
// "<spam@example.org>: Recipient address rejected: ..." (text_begin is the offset behind the codes)
// and in "Service unavailable; Client host [mx.example.org] blocked using ...". It would speak for
// a cause otherwise. "<DATA>" and "<END-OF-MESSAGE>" are the MTA's words and stay. Nothing where it
// cannot be told where the client's words end (a quoted address).
std::optional<std::string> without_client_words(std::string_view reply, size_t text_begin);

}  // namespace plainbounce
