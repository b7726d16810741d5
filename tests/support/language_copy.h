#pragma once

#include <string>

namespace plainbounce::testing {

// The English texts as they are built in (TOML).
std::string english_texts();
// A language's texts (TOML) as those of another language: the same sentences, each with `prefix` at
// its first word.
std::string copy_of_language(const std::string& toml, const std::string& id,
                             const std::string& prefix);

}  // namespace plainbounce::testing
