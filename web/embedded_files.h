#pragma once

#include <string_view>

namespace plainbounce {

// A template, word list or asset of web/, built into the program: "pages/home.mustache". Empty for
// what is not there.
std::string_view embedded_file(std::string_view name);

}  // namespace plainbounce
