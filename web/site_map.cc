#include "web/site_map.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/knowledge/cause_ids.h"
#include "core/knowledge/code_name.h"
#include "core/knowledge/code_pages.h"

namespace plainbounce {
namespace {

// Letters, digits, ".", "_" and "-"; a run of anything else is one "-".
std::string slug_of(std::string_view label) {
  std::string slug;
  for (const char c : label) {
    const bool stays = is_alpha(c) || is_digit(c) || c == '.' || c == '_' || c == '-';
    if (stays) {
      slug += c;
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug;
}

// A subject or a class, seen from the classes: "X.3.X".
bool is_subject(const std::string& code) {
  return code.size() >= 5 && code[0] == 'X' && code[2] != 'X' && code.back() == 'X';
}

std::string_view part(std::string_view code, int index) {
  for (; index > 0; --index) code.remove_prefix(std::min(code.find('.') + 1, code.size()));
  return code.substr(0, code.find('.'));
}

bool fits(std::string_view pattern, std::string_view code) {
  for (int i = 0; i < 3; ++i) {
    if (part(pattern, i) != "X" && part(pattern, i) != part(code, i)) return false;
  }
  return true;
}

size_t unknowns(std::string_view code) {
  return static_cast<size_t>(std::count(code.begin(), code.end(), 'X'));
}

ProviderPages& pages_of(std::vector<ProviderPages>& all, const std::string& id,
                        const KnowledgeBase& knowledge) {
  for (ProviderPages& pages : all) {
    if (pages.id == id) return pages;
  }
  const Provider* known = knowledge.find_provider(id);
  all.push_back({id, known == nullptr ? id : known->name, known == nullptr ? "" : known->url, {}});
  return all.back();
}

size_t group_for(ProviderPages& pages, const Rule& rule) {
  const std::string label = rule.code.empty() ? std::string(name_of_rule(rule)) : rule.code;
  std::string slug = slug_of(label);
  if (slug.empty()) slug = name_of_rule(rule);
  for (size_t i = 0; i < pages.groups.size(); ++i) {
    if (pages.groups[i].label == label) return i;
    // Two labels that look the same in an address: the second goes by its rule's name.
    if (equals_ignoring_case(pages.groups[i].slug, slug)) slug = name_of_rule(rule);
  }
  pages.groups.push_back({pages.id, label, slug, {}});
  return pages.groups.size() - 1;
}

}  // namespace

SiteMap::SiteMap(const KnowledgeBase& knowledge) {
  const CodePages pages(knowledge);
  for (const CodeEntry& entry : knowledge.codes()) {
    codes_.push_back(entry.code);
    if (!is_subject(entry.code)) continue;
    for (const char digit : {'2', '4', '5'}) {
      std::string of_class = entry.code;
      of_class[0] = digit;
      const auto page = pages.find(of_class);
      if (page && page->substitute.empty()) codes_.push_back(of_class);
    }
  }
  std::stable_sort(codes_.begin(), codes_.end(), comes_before);
  codes_.erase(std::unique(codes_.begin(), codes_.end()), codes_.end());
  code_names_.insert(codes_.begin(), codes_.end());
  for (const Rule& rule : knowledge.rules()) {
    ProviderPages& provider = pages_of(providers_, rule.provider, knowledge);
    const size_t group = group_for(provider, rule);
    provider.groups[group].rules.push_back(&rule);
    group_by_rule_[rule.id] = {static_cast<size_t>(&provider - providers_.data()), group};
  }
  for (const std::string_view id : kCauseIds) {
    if (knowledge.find_cause(id) != nullptr) causes_.emplace_back(id);
  }
}

bool SiteMap::has_code(std::string_view code) const {
  return code_names_.find(code) != code_names_.end();
}

std::vector<std::string> SiteMap::codes_below(const std::string& code) const {
  std::vector<std::string> below;
  if (code.find('X') == std::string::npos) return below;
  const size_t of_code = unknowns(code);
  for (const std::string& other : codes_) {
    const bool is_next = other.find('.') != std::string::npos && unknowns(other) + 1 == of_code;
    if (is_next && fits(code, other)) below.push_back(other);
  }
  return below;
}

const ProviderPages* SiteMap::find_provider(std::string_view id) const {
  for (const ProviderPages& pages : providers_) {
    if (equals_ignoring_case(pages.id, id)) return &pages;
  }
  return nullptr;
}

const RuleGroup* SiteMap::find_group(std::string_view provider, std::string_view slug) const {
  const ProviderPages* pages = find_provider(provider);
  if (pages == nullptr) return nullptr;
  for (const RuleGroup& group : pages->groups) {
    if (equals_ignoring_case(group.slug, slug)) return &group;
  }
  return nullptr;
}

const RuleGroup* SiteMap::group_of(std::string_view rule_id) const {
  const auto found = group_by_rule_.find(rule_id);
  if (found == group_by_rule_.end()) return nullptr;
  return &providers_[found->second.first].groups[found->second.second];
}

std::vector<std::string> SiteMap::paths() const {
  std::vector<std::string> paths = {"/", "/codes", "/providers", "/causes", "/about", "/search"};
  for (const std::string& code : codes_) paths.push_back(code_path(code));
  for (const ProviderPages& pages : providers_) {
    paths.push_back(provider_path(pages.id));
    for (const RuleGroup& group : pages.groups) paths.push_back(group_path(group));
  }
  for (const std::string& cause : causes_) paths.push_back(cause_path(cause));
  return paths;
}

std::string code_path(std::string_view code) { return "/codes/" + std::string(code); }

std::string provider_path(std::string_view id) { return "/providers/" + std::string(id); }

std::string group_path(const RuleGroup& group) {
  return provider_path(group.provider) + "/" + group.slug;
}

std::string rule_path(const RuleGroup& group, const Rule& rule) {
  std::string page = group_path(group);
  if (group.rules.size() < 2) return page;
  return page + "#" + std::string(name_of_rule(rule));
}

std::string_view name_of_rule(const Rule& rule) {
  const std::string_view id = rule.id;
  return id.substr(id.find('/') == std::string_view::npos ? 0 : id.find('/') + 1);
}

std::string cause_path(std::string_view cause) { return "/causes/" + std::string(cause); }

}  // namespace plainbounce
