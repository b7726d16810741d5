#pragma once

#include <string>
#include <string_view>

#include "web/view.h"

namespace plainbounce {

// Fills the template web/pages/NAME.mustache with the view's values, each escaped for HTML;
// partials are templates of the same folder. An unknown or broken template is a bug and throws
// std::logic_error.
std::string render_template(std::string_view name, const View& view);

}  // namespace plainbounce
