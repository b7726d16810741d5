#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/knowledge/entries.h"
#include "core/knowledge/host_suffixes.h"
#include "core/knowledge/normalized_text.h"
#include "core/knowledge/phrase_sequences.h"
#include "core/knowledge/rule_conditions.h"

namespace plainbounce {

struct RuleMatch {
  const Rule* rule = nullptr;
  bool by_host = false;  // the rule's provider is the one that the host names
  // The rule's; kLikely where the words guess, or state two
  // states of one mailbox; kUnsure where they name two
  // causes and say "or".
  Confidence confidence = Confidence::kCertain;
  bool has_rival = false;    // the best one only: other words of the reply state another cause
  uint32_t first_piece = 0;  // of RuleMatches::pieces
  uint32_t pieces = 0;
};

// The rules that hold for a reply.
struct RuleMatches {
  std::vector<RuleMatch> best_first;
  std::vector<TextPiece> pieces;  // of the reply's normalized text

  // The words that met the match's phrases, as `reply_text`, the text that was matched, has them;
  // empty for a rule without phrases.
  [[nodiscard]] std::string words_of(const RuleMatch& match, std::string_view reply_text) const {
    return original_words(reply_text, pieces.data() + match.first_piece, match.pieces);
  }
};

// Finds the rules that hold for a reply. Its cost grows with the text: all phrases of all rules are
// searched at once, only sequences whose phrases all occur are followed, and how much is followed
// is bounded by the size of the text; beyond that nothing matches.
class RuleMatcher {
 public:
  // `rules` and `providers` must outlive the matcher.
  RuleMatcher(const std::vector<Rule>& rules,
              const std::map<std::string, Provider, std::less<>>& providers);
  RuleMatcher(const RuleMatcher&) = delete;
  RuleMatcher& operator=(const RuleMatcher&) = delete;

  // Best first: those of the provider that the host names (or, with a host of another provider,
  // none of scope "host"), what the words state before what they guess, then lower priority number,
  // then longer matched text. Generic rules last.
  [[nodiscard]] RuleMatches match(const MatchInput& input) const;
  // The provider whose server a host name is; null when unknown.
  [[nodiscard]] const Provider* provider_of_host(std::string_view host) const;

 private:
  class Search;
  // What a rule is ranked by, in few bytes.
  struct RuleTraits {
    uint32_t priority = 0;
    uint32_t cause = 0;  // the same number for the same cause
    bool is_generic = false;
    bool is_state_of_mailbox = false;  // unknown, full, disabled: one excludes the others
    bool tells_cause = false;          // and not only that it is unclear, or that the time was over
    bool is_of_no_provider = false;
  };

  void list_traits();
  void list_rules_without_phrases();

  const std::vector<Rule>& rules_;
  std::vector<const Provider*> providers_;
  HostSuffixes provider_hosts_;             // places in providers_
  std::vector<RuleConditions> conditions_;  // of each rule
  std::vector<RuleTraits> traits_;          // the same
  PhraseSequences sequences_;
  // Rules without phrases, by what they need: a host, the provider's host, or anything else.
  HostSuffixes host_rules_;
  std::map<const Provider*, std::vector<uint32_t>> provider_rules_;
  std::vector<uint32_t> other_rules_;
};

}  // namespace plainbounce
