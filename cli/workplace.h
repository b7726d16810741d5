#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/console.h"
#include "config/settings.h"
#include "core/bounce/bounce_policy.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// What every command works with.
struct Workplace {
  Settings settings;
  BouncePolicy policy;
  std::shared_ptr<const KnowledgeBase> knowledge;
};

// As the marker has it.
std::string program_version();

// Reads the configuration (`config` empty: the default file, which may be missing) and the
// knowledge with its overlay. All findings come back.
tl::expected<Workplace, std::vector<Error>> set_up(const std::string& config);
// For commands that only look things up: a default configuration or overlay with errors costs one
// line on console.err, and what is built in serves. A file that is named must be right.
tl::expected<Workplace, std::vector<Error>> set_up_to_look(const std::string& config,
                                                           const Console& console);
// Each on a line of its own.
void report(const std::vector<Error>& findings, const Console& console);
// Makes `language` the only one. Fails when there are no texts in it.
Result<void> choose_language(Workplace& workplace, const std::string& language);

}  // namespace plainbounce
