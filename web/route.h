#pragma once

#include <string>
#include <string_view>

#include "core/knowledge/knowledge_base.h"
#include "web/site_map.h"

namespace plainbounce {

// Where an address leads.
struct Route {
  enum class Kind { kPage, kRedirect, kNotFound };
  Kind kind = Kind::kNotFound;
  std::string path;  // of the page, in its lasting spelling; of kNotFound what was asked
};

// `path` begins with "/" and has neither base nor language in front. Other spellings of an address
// ("/codes/x.3.1", "/providers/microsoft/5.7.620", a "/" at the end) lead to the lasting one.
Route find_route(std::string_view path, const SiteMap& map);

}  // namespace plainbounce
