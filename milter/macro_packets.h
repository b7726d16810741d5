#pragma once

#include <cstddef>
#include <string_view>

namespace plainbounce {

// libmilter takes the strings of a macro packet for pairs of name and value; after an odd number of
// them smfi_getsymval reads behind the end of its list, and whoever reaches the socket could end
// the daemon. So the executable defines mi_rd_cmd, as it does writev (single_write.h), and a name
// without a value is cut off each packet. True when libmilter's calls come here.
bool macro_packets_are_cut();

// How many bytes of a macro packet's data (the command that the macros belong to, then strings that
// end with NUL) are whole pairs.
size_t size_of_macro_pairs(std::string_view data);

}  // namespace plainbounce
