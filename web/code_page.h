#pragma once

#include <string>

#include "core/knowledge/code_pages.h"
#include "web/page.h"

namespace plainbounce {

// The page of a code, a family, a subject or a class.
Page code_page(const CodePage& code, const PageInputs& inputs);

// What the table of codes is filtered by; empty: by nothing.
struct CodeFilter {
  std::string kind;   // "temporary", "permanent", "success", "open"
  std::string group;  // the name of a class: "Mailbox"
  std::string actor;  // "sender", ...
  std::string words;  // all of them in code or title
};
// Every standard code in one table.
Page code_table_page(const CodeFilter& filter, const PageInputs& inputs);

}  // namespace plainbounce
