#pragma once

#include "core/knowledge/entries.h"
#include "core/knowledge/table_reader.h"

namespace plainbounce {

// A [[page]]: what is said about a code, apart from its entry.
struct PageEntry {
  std::string code;  // canonical; empty when it is wrong
  PageText page;
};

// One entry each out of its table; findings go to the reader. What is wrong stays empty in the
// value, which then must not be used.
CodeEntry read_code(TableReader& table);
PageEntry read_page_entry(TableReader& table);
Source read_source(TableReader& table);
CauseEntry read_cause(TableReader& table, const std::string& id);
Provider read_provider(TableReader& table);
Rule read_rule(TableReader& table);

// True for "5.2.2", "X.2.2", "5.7.X" and "5.7.500-699": what Rule::enhanced may hold.
bool is_enhanced_pattern(std::string_view pattern);
// Lower case, blank runs as one blank, none at the ends: how phrases are compared.
std::string normalized_phrase(std::string_view phrase);
bool is_cause_id(std::string_view id);

}  // namespace plainbounce
