#pragma once

#include "web/page.h"

namespace plainbounce {

// All causes that a person needs to tell apart.
Page cause_list_page(const PageInputs& inputs);
// One cause: its sentences, and the codes and rules that stand for it.
Page cause_page(const std::string& cause, const PageInputs& inputs);

}  // namespace plainbounce
