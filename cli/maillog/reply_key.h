#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// A host's name by which its provider is known: of four labels and more without the first, digits
// as
// "#".
void append_host_key(std::string& key, std::string_view host);

// Appends the words of a reply without what differs from one delivery to the next: addresses,
// numbers of messages and sessions, IP addresses. Equal keys mean the same cause; `recipient` is
// the address that the reply is about. Reads at most 1,000 bytes.
void append_reply_key(std::string& key, std::string_view reply, std::string_view recipient);

}  // namespace plainbounce
