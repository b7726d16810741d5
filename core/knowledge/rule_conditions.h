#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/knowledge/entries.h"
#include "core/smtp/smtp_reply.h"

namespace plainbounce {

// What a rule is held against.
struct MatchInput {
  const SmtpReply* reply = nullptr;  // never null
  std::string_view host;             // remote MTA's name, or the one that the reply's wrapper names
  std::string_view diagnostic_type;  // lower case
};

// The conditions of a rule besides its phrases, read once. Borrows the rule.
class RuleConditions {
 public:
  // `provider`: the rule's own; null when there is none.
  RuleConditions(const Rule& rule, const Provider* provider);
  // `of_host`: the provider that the host names. The host has no dot at its end.
  [[nodiscard]] bool hold(const MatchInput& input, const Provider* of_host) const {
    if (needs_provider_ && !is_by_host(of_host)) return false;
    return is_of_provider_only_ || hold_for(input);
  }
  // True when the provider of the rule is the one that the host names.
  [[nodiscard]] bool is_by_host(const Provider* of_host) const {
    return of_host != nullptr && of_host == provider_;
  }
  [[nodiscard]] const Provider* provider() const { return provider_; }
  // Scope "host" without hosts of its own: the provider's name it is then.
  [[nodiscard]] bool needs_provider() const { return needs_provider_; }

 private:
  struct NumberRange {
    int low = 0;
    int high = 0;
    [[nodiscard]] bool has(int value) const { return low <= value && value <= high; }
  };
  struct EnhancedPattern {
    NumberRange class_digit, subject, detail;
  };
  static NumberRange range_of(std::string_view part);
  [[nodiscard]] bool hold_for(const MatchInput& input) const;

  const Rule* rule_;
  const Provider* provider_;
  bool needs_provider_;
  bool is_of_provider_only_;  // without conditions on reply, host and type
  std::vector<EnhancedPattern> enhanced_;
};

}  // namespace plainbounce
