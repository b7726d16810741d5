#pragma once

#include <string_view>

namespace plainbounce {

// The text begins with a sentence by which one mail program opens all its notices ("This is the
// mail system at host mx.example.org."). Nobody else writes it there, so what follows is a notice,
// even where somebody copied it without its header and blacked out its addresses.
bool opens_as_notice_of_program(std::string_view text);

}  // namespace plainbounce
