#include "web/route.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/knowledge/code_name.h"
#include "core/knowledge/rule_lookup.h"

namespace plainbounce {
namespace {

constexpr std::string_view kAlone[] = {"/", "/codes", "/providers", "/causes", "/about", "/search"};

Route to(std::string lasting, std::string_view asked) {
  const bool same = lasting == asked;
  return {same ? Route::Kind::kPage : Route::Kind::kRedirect, std::move(lasting)};
}

Route code_route(std::string_view code, std::string_view asked, const SiteMap& map) {
  const auto name = canonical_code(code);
  if (!name || !map.has_code(*name)) return {Route::Kind::kNotFound, std::string(asked)};
  return to(code_path(*name), asked);
}

Route provider_route(std::string_view rest, std::string_view asked, const SiteMap& map) {
  const size_t slash = rest.find('/');
  const ProviderPages* provider = map.find_provider(rest.substr(0, slash));
  if (provider == nullptr) return {Route::Kind::kNotFound, std::string(asked)};
  if (slash == std::string_view::npos) return to(provider_path(provider->id), asked);
  const std::string_view label = rest.substr(slash + 1);
  if (const RuleGroup* group = map.find_group(provider->id, label)) {
    return to(group_path(*group), asked);
  }
  for (const RuleGroup& group : provider->groups) {
    for (const Rule* rule : group.rules) {
      if (equals_ignoring_case(name_of_rule(*rule), label)) {
        return to(rule_path(group, *rule), asked);
      }
    }
  }
  for (const RuleGroup& group : provider->groups) {
    if (label_covers(group.label, label)) return to(group_path(group), asked);
  }
  return {Route::Kind::kNotFound, std::string(asked)};
}

Route cause_route(std::string_view cause, std::string_view asked, const SiteMap& map) {
  const std::string name = to_lower(cause);
  const auto& known = map.causes();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    return {Route::Kind::kNotFound, std::string(asked)};
  }
  return to(cause_path(name), asked);
}

}  // namespace

Route find_route(std::string_view asked, const SiteMap& map) {
  std::string_view path = asked;
  if (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  for (const std::string_view alone : kAlone) {
    if (path == alone) return to(std::string(alone), asked);
  }
  constexpr std::string_view kCodes = "/codes/";
  constexpr std::string_view kProviders = "/providers/";
  constexpr std::string_view kCauses = "/causes/";
  if (path.starts_with(kCodes)) return code_route(path.substr(kCodes.size()), asked, map);
  if (path.starts_with(kProviders)) {
    return provider_route(path.substr(kProviders.size()), asked, map);
  }
  if (path.starts_with(kCauses)) return cause_route(path.substr(kCauses.size()), asked, map);
  return {Route::Kind::kNotFound, std::string(path)};
}

}  // namespace plainbounce
