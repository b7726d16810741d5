#pragma once

#include "web/page.h"

namespace plainbounce {

// All providers and programs that have codes or words of their own.
Page provider_list_page(const PageInputs& inputs);
// One provider with its codes.
Page provider_page(const ProviderPages& provider, const PageInputs& inputs);
// What a provider means by one code: a section for each rule.
Page rule_group_page(const RuleGroup& group, const PageInputs& inputs);

}  // namespace plainbounce
