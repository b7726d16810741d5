#pragma once

#include <string_view>

namespace plainbounce {

// Words with which notices name somebody who is no failed recipient, in the languages in which mail
// systems write. Text as it is read.

// Says that the message arrived, and neither that it failed nor "not".
bool tells_of_arrival(std::string_view text);
// The words beside an address, or behind the label of its state, are no more than that
// ("delivered", "250 2.0.0 OK").
bool is_state_of_arrival(std::string_view words);
// Is about a message to the reader ("was not delivered to you"), not about one of his own.
bool tells_of_incoming(std::string_view text);
// Ends with words behind which an address is somebody else's: a sender's, or of one to ask ("from",
// "please contact our hotline at", "a copy was sent to"). At most the last 300 bytes count.
bool introduces_another(std::string_view before);

}  // namespace plainbounce
