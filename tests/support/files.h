#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plainbounce::testing {

// The whole file as bytes; ends the test program with a message when it cannot be read.
std::string read_file(const std::string& path);
// A path below the project's root.
std::string source_path(const std::string& relative);
// Regular files below a directory, sorted, whose names end in one of the endings (all when empty).
std::vector<std::string> files_below(const std::string& directory,
                                     const std::vector<std::string>& endings = {});
// A folder of the shared corpora ("corpus/postfix"), or nothing where they do not lie beside the
// project (or at $PLAINBOUNCE_SHARED): then the test skips, and says so.
std::optional<std::string> shared_folder(const std::string& relative);
// LF to CRLF; CRLF stays.
std::string with_crlf(const std::string& text);
// CRLF to LF.
std::string with_lf(const std::string& text);

}  // namespace plainbounce::testing
