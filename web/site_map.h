#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// The rules of a provider that share a page: those that are listed under the same code.
struct RuleGroup {
  std::string provider;
  std::string label;  // "4.2.1", "5.7.500-699"; of a rule without a code its own name
  std::string slug;   // the label as it stands in an address
  std::vector<const Rule*> rules;
};

// A provider, a program or a filter with pages of its own.
struct ProviderPages {
  std::string id;
  std::string name;
  std::string url;
  std::vector<RuleGroup> groups;  // in the order of the knowledge
};

// Which pages there are, and at which addresses. Addresses begin with "/" and have neither a base
// nor a language in front. `knowledge` must outlive it.
class SiteMap {
 public:
  explicit SiteMap(const KnowledgeBase& knowledge);

  // Every code with a page, in page order: those of the knowledge, and each subject in each class.
  [[nodiscard]] const std::vector<std::string>& codes() const { return codes_; }
  [[nodiscard]] bool has_code(std::string_view code) const;
  // The more precise codes below a class, a subject or a family.
  [[nodiscard]] std::vector<std::string> codes_below(const std::string& code) const;
  [[nodiscard]] const std::vector<ProviderPages>& providers() const { return providers_; }
  [[nodiscard]] const ProviderPages* find_provider(std::string_view id) const;
  [[nodiscard]] const RuleGroup* find_group(std::string_view provider, std::string_view slug) const;
  // Null for a rule that is not of the knowledge.
  [[nodiscard]] const RuleGroup* group_of(std::string_view rule_id) const;
  // Every cause that has texts, in the order of kCauseIds.
  [[nodiscard]] const std::vector<std::string>& causes() const { return causes_; }
  // The address of every page of the wiki, the home page first.
  [[nodiscard]] std::vector<std::string> paths() const;

 private:
  std::vector<std::string> codes_;
  std::set<std::string, std::less<>> code_names_;
  std::vector<ProviderPages> providers_;
  std::map<std::string, std::pair<size_t, size_t>, std::less<>> group_by_rule_;
  std::vector<std::string> causes_;
};

std::string code_path(std::string_view code);
std::string provider_path(std::string_view id);
std::string group_path(const RuleGroup& group);
// The group's page, at the rule.
std::string rule_path(const RuleGroup& group, const Rule& rule);
// "over-quota" of "gmail/over-quota".
std::string_view name_of_rule(const Rule& rule);
std::string cause_path(std::string_view cause);

}  // namespace plainbounce
