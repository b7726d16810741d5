#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"
#include "web/page_maker.h"

namespace plainbounce {

struct WrittenSite {
  size_t pages = 0;
  size_t removed = 0;  // files of an earlier run that are no longer part of it
};

// Writes every page in every language into `directory`, each as index.html in a folder of its name,
// so that any web server gives it at its lasting address; with them the style sheet, the script,
// the index for the search and 404.html. A directory that holds something else is left alone, and
// an error says so.
Result<WrittenSite> write_static_site(const PageMaker& maker, const std::string& directory);

}  // namespace plainbounce
