#pragma once

#include <string>
#include <vector>

#include "core/knowledge/terms.h"

namespace plainbounce {

// What a site can say about the sentences behind the MTA's own replies. Defaults are those of
// plainbounce.ini.
struct ReplyPolicy {
  std::string language = "en";     // of a sentence that is ASCII in it; others are English
  std::string link_base;           // without the last slash; empty: no links
  std::vector<CauseId> causes;     // only these get a sentence; empty: all
  std::vector<std::string> codes;  // only replies with one of these (code_pattern.h); empty: all
  std::vector<CauseId> not_causes = {"protocol-problem"};
  std::vector<std::string> not_codes = {"421", "500", "502", "503"};
};

}  // namespace plainbounce
