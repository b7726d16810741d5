#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// The text of the block "<address>: text" or "address: text", further lines indented, that Postfix,
// OpenSMTPD and others write for each recipient, its lines joined by blanks. "(expanded from <...>)" behind the address is
// skipped. Empty when the notice has no such block.
std::string notice_block(std::string_view notice, std::string_view address);

}  // namespace plainbounce
