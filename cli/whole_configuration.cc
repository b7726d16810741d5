#include "cli/whole_configuration.h"

#include "cli/workplace.h"
#include "config/host_name.h"
#include "config/policy.h"

namespace plainbounce {
namespace {

void append(std::vector<Error>& all, const std::vector<Error>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

WholeConfiguration read_whole_configuration(const std::string& config) {
  WholeConfiguration whole;
  auto loaded = load_settings(config);
  if (!loaded) append(whole.findings, loaded.error());
  if (loaded) whole.settings = std::move(*loaded);
  whole.notices = whole.settings.notices;
  const auto knowledge = load_knowledge(whole.settings.knowledge.overlay);
  if (!knowledge) {
    append(whole.findings, knowledge.error());
    return whole;
  }
  whole.codes = (*knowledge)->codes().size();
  whole.rules = (*knowledge)->rules().size();
  append(whole.findings, check_languages(whole.settings, (*knowledge)->languages()));
  const auto policy = to_policy(whole.settings, host_name(), program_version(), 0);
  if (!policy) whole.findings.push_back(policy.error());
  return whole;
}

}  // namespace plainbounce
