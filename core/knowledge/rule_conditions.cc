#include "core/knowledge/rule_conditions.h"

#include <algorithm>
#include <limits>

#include "core/base/ascii.h"
#include "core/knowledge/host_suffixes.h"

namespace plainbounce {
namespace {

template <class List, class Holds>
bool empty_or_any(const List& list, const Holds& holds) {
  return list.empty() || std::any_of(list.begin(), list.end(), holds);
}

}  // namespace

// "X" is every number, "500-699" a range, else the number itself.
RuleConditions::NumberRange RuleConditions::range_of(std::string_view part) {
  if (part == "X" || part == "x") return {0, std::numeric_limits<int>::max()};
  const auto number = [](std::string_view digits) {
    int n = 0;
    for (const char c : digits.substr(0, 3)) n = n * 10 + (c - '0');
    return n;
  };
  const size_t dash = part.find('-');
  if (dash == std::string_view::npos) return {number(part), number(part)};
  return {number(part.substr(0, dash)), number(part.substr(dash + 1))};
}

RuleConditions::RuleConditions(const Rule& rule, const Provider* provider)
    : rule_(&rule),
      provider_(provider),
      needs_provider_(rule.scope == "host" && rule.hosts.empty()),
      is_of_provider_only_(rule.reply_codes.empty() && rule.enhanced.empty() &&
                           rule.hosts.empty() && rule.diagnostic_types.empty()) {
  enhanced_.reserve(rule.enhanced.size());
  for (const std::string_view pattern : rule.enhanced) {
    const size_t first = pattern.find('.');
    const size_t second = pattern.find('.', first + 1);
    enhanced_.push_back({range_of(pattern.substr(0, first)),
                         range_of(pattern.substr(first + 1, second - first - 1)),
                         range_of(pattern.substr(second + 1))});
  }
}

bool RuleConditions::hold_for(const MatchInput& input) const {
  const SmtpReply& reply = *input.reply;
  return empty_or_any(rule_->reply_codes,
                      [&](int code) { return reply.code && reply.code->value() == code; }) &&
         empty_or_any(enhanced_,
                      [&](const EnhancedPattern& pattern) {
                        return reply.enhanced &&
                               pattern.class_digit.has(reply.enhanced->class_digit()) &&
                               pattern.subject.has(reply.enhanced->subject()) &&
                               pattern.detail.has(reply.enhanced->detail());
                      }) &&
         empty_or_any(
             rule_->hosts,
             [&](const std::string& suffix) { return has_host_suffix(input.host, suffix); }) &&
         empty_or_any(rule_->diagnostic_types, [&](const std::string& type) {
           return equals_ignoring_case(type, input.diagnostic_type);
         });
}

}  // namespace plainbounce
