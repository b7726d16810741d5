#pragma once

#include <map>
#include <memory>
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

struct RuleMatch {
  const Rule* rule = nullptr;
  std::string phrase;    // the words that matched, as the reply has them
  bool by_host = false;  // the rule's provider is the one that the host names
  // The rule's; kLikely where the words guess; kUnsure where they name two causes and say "or".
  Confidence confidence = Confidence::kCertain;
};

// Finds the rules that hold for a reply. All phrases of all rules are searched in one pass
// (Aho-Corasick), so that the cost grows with the text only.
class RuleMatcher {
 public:
  // `rules` and `providers` must outlive the matcher.
  RuleMatcher(const std::vector<Rule>& rules,
              const std::map<std::string, Provider, std::less<>>& providers);
  ~RuleMatcher();
  RuleMatcher(const RuleMatcher&) = delete;
  RuleMatcher& operator=(const RuleMatcher&) = delete;

  // Best first: those of the provider that the host names (or, with a host of another provider,
  // none of scope "host"), what the words state before what they guess, then lower priority number,
  // then longer matched text. Generic rules last.
  [[nodiscard]] std::vector<RuleMatch> match(const MatchInput& input) const;
  // The provider whose server a host name is; null when unknown.
  [[nodiscard]] const Provider* provider_of_host(std::string_view host) const;

 private:
  struct Automaton;
  const std::vector<Rule>& rules_;
  const std::map<std::string, Provider, std::less<>>& providers_;
  std::unique_ptr<Automaton> automaton_;
};

}  // namespace plainbounce
