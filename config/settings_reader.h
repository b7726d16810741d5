#pragma once

#include <string_view>
#include <vector>

#include "config/ini_document.h"
#include "config/settings.h"

namespace plainbounce {

// Puts the values of a document into `settings` by the schema; findings go to `errors`, oddities
// that do no harm to settings.notices.
void read_into(Settings& settings, const IniDocument& document, std::vector<Error>& errors);
// What only the whole can show: values that do not go together.
void check_together(const Settings& settings, std::vector<Error>& errors);

}  // namespace plainbounce
