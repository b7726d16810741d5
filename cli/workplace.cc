#include "cli/workplace.h"

#include <algorithm>
#include <ostream>

#include "config/host_name.h"
#include "config/policy.h"

namespace plainbounce {
namespace {

using Findings = std::vector<Error>;

// What max_body_size = auto stands for where there is no socket to ask.
constexpr size_t kAutoBodySize = size_t{160} << 10U;

tl::expected<Workplace, Findings> furnish(Settings settings) {
  auto knowledge = load_knowledge(settings.knowledge.overlay);
  if (!knowledge) return tl::unexpected<Findings>(std::move(knowledge.error()));
  Findings languages = check_languages(settings, (*knowledge)->languages());
  if (!languages.empty()) return tl::unexpected<Findings>(std::move(languages));
  auto policy = to_policy(settings, host_name(), program_version(), kAutoBodySize);
  if (!policy) return tl::unexpected<Findings>(Findings{policy.error()});
  return Workplace{std::move(settings), std::move(*policy), std::move(*knowledge)};
}

}  // namespace

std::string program_version() { return PLAINBOUNCE_VERSION; }

tl::expected<Workplace, std::vector<Error>> set_up(const std::string& config) {
  auto settings = load_settings(config);
  if (!settings) return tl::unexpected<Findings>(std::move(settings.error()));
  return furnish(std::move(*settings));
}

tl::expected<Workplace, std::vector<Error>> set_up_to_look(const std::string& config,
                                                           const Console& console) {
  auto workplace = set_up(config);
  if (workplace || !config.empty()) return workplace;
  console.complain(to_string(workplace.error().front()) +
                   " (plainbounce check tells all; what is built in serves now)");
  Settings settings;
  settings.knowledge.overlay.clear();
  return furnish(std::move(settings));
}

void report(const std::vector<Error>& findings, const Console& console) {
  for (const Error& finding : findings) {
    console.err << escape_for_terminal(to_string(finding)) << "\n";
  }
}

Result<void> choose_language(Workplace& workplace, const std::string& language) {
  if (language.empty()) return {};
  const std::vector<std::string> known = workplace.knowledge->languages();
  if (std::find(known.begin(), known.end(), language) == known.end()) {
    std::string list;
    for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
    return fail("there are no texts in \"" + language + "\"; there are texts in " + list);
  }
  workplace.policy.explain.general.languages = {language};
  for (auto& [domain, reader] : workplace.policy.explain.domains) reader.languages = {language};
  workplace.policy.explain.choose_by_reader = false;
  return {};
}

}  // namespace plainbounce
