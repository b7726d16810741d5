#include "core/knowledge/matcher.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory_resource>
#include <tuple>

#include "core/knowledge/alternatives.h"
#include "core/knowledge/sequence_follower.h"

namespace plainbounce {
namespace {

// What one search needs besides its result; a usual reply takes no more.
constexpr size_t kScratchBytes = 16384;
constexpr size_t kUsualMatches = 8;
constexpr int kMostPriority = (1 << 30) - 1;
constexpr uint32_t kMostMatched = (1U << 30U) - 1;

std::string_view without_final_dot(std::string_view host) {
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  return host;
}

// A rule that holds, and what it is ranked by.
struct Candidate {
  uint64_t rank = 0;   // the lower the better
  uint32_t place = 0;  // of the rule among all
  TextStretch words;   // ends at 0 without phrases
  uint32_t met = SequenceFollower::kNone;
  bool by_host = false;
  bool guessed = false;
};

using Candidates = std::pmr::vector<Candidate>;

bool is_better(const Candidate& a, const Candidate& b) {
  return std::tie(a.rank, a.place, a.words.begin, a.words.end, a.met) <
         std::tie(b.rank, b.place, b.words.begin, b.words.end, b.met);
}

// Leaves the best of each rule.
void leave_best(Candidates& candidates, std::pmr::memory_resource* memory) {
  constexpr uint32_t kFree = static_cast<uint32_t>(-1);
  std::pmr::vector<uint32_t> slots(std::bit_ceil(2 * candidates.size()), kFree, memory);
  uint32_t kept = 0;
  for (const Candidate& candidate : candidates) {
    size_t slot = candidate.place & (slots.size() - 1);
    while (slots[slot] != kFree && candidates[slots[slot]].place != candidate.place) {
      slot = (slot + 1) & (slots.size() - 1);
    }
    if (slots[slot] == kFree) {
      slots[slot] = kept;
      candidates[kept++] = candidate;
    } else if (is_better(candidate, candidates[slots[slot]])) {
      candidates[slots[slot]] = candidate;
    }
  }
  candidates.resize(kept);
}

}  // namespace

RuleMatcher::RuleMatcher(const std::vector<Rule>& rules,
                         const std::map<std::string, Provider, std::less<>>& providers)
    : rules_(rules) {
  providers_.reserve(providers.size());
  for (const auto& [id, provider] : providers) {
    for (const std::string& suffix : provider.hosts) {
      provider_hosts_.add(suffix, static_cast<uint32_t>(providers_.size()));
    }
    providers_.push_back(&provider);
  }
  provider_hosts_.build();
  conditions_.reserve(rules.size());
  for (uint32_t i = 0; i < rules.size(); ++i) {
    const auto provider = providers.find(rules[i].provider);
    conditions_.emplace_back(rules[i], provider == providers.end() ? nullptr : &provider->second);
    sequences_.add(i, rules[i]);
  }
  sequences_.build();
  list_traits();
  list_rules_without_phrases();
}

void RuleMatcher::list_traits() {
  std::map<std::string_view, uint32_t> causes;
  traits_.reserve(rules_.size());
  for (const Rule& rule : rules_) {
    RuleTraits& traits = traits_.emplace_back();
    traits.priority = static_cast<uint32_t>(std::clamp(rule.priority, 0, kMostPriority));
    traits.cause =
        causes.try_emplace(rule.cause, static_cast<uint32_t>(causes.size())).first->second;
    traits.is_generic = rule.scope == "generic";
    traits.is_state_of_mailbox = rule.cause == "address-unknown" || rule.cause == "mailbox-full" ||
                                 rule.cause == "mailbox-disabled";
    traits.tells_cause = rule.cause != "expired" && rule.cause != "unclear";
    traits.is_of_no_provider = traits.is_generic || rule.scope == "software";
  }
}

void RuleMatcher::list_rules_without_phrases() {
  for (uint32_t i = 0; i < rules_.size(); ++i) {
    if (!rules_[i].phrases.empty()) continue;
    if (conditions_[i].needs_provider()) {
      provider_rules_[conditions_[i].provider()].push_back(i);
    } else if (!rules_[i].hosts.empty()) {
      for (const std::string& suffix : rules_[i].hosts) host_rules_.add(suffix, i);
    } else {
      other_rules_.push_back(i);
    }
  }
  host_rules_.build();
}

const Provider* RuleMatcher::provider_of_host(std::string_view host) const {
  const Provider* best = nullptr;
  size_t best_size = 0;
  provider_hosts_.each(without_final_dot(host), [&](uint32_t place, size_t size) {
    if (size <= best_size) return;
    best = providers_[place];
    best_size = size;
  });
  return best;
}

// One reply against all rules.
class RuleMatcher::Search {
 public:
  Search(const RuleMatcher& matcher, const MatchInput& input, std::pmr::memory_resource* memory)
      : matcher_(matcher),
        input_(input),
        provider_(matcher.provider_of_host(input.host)),
        text_(normalized_text(input.reply->text, memory)),
        follower_(matcher.sequences_, text_, memory),
        candidates_(memory) {
    candidates_.reserve(kUsualMatches);
  }

  RuleMatches run() {
    const bool bounded = follower_.run(
        [this](uint32_t rule) { return matcher_.conditions_[rule].hold(input_, provider_); },
        [this](const PhraseSequences::Sequence& sequence, uint32_t met) {
          consider(sequence.rule, met);
        });
    RuleMatches matches;
    if (!bounded) return matches;
    consider_rules_without_phrases();
    if (candidates_.empty()) return matches;
    const bool is_one_of_two = has_alternative();
    const Rival rivalry = candidates_.size() > 1 ? rival() : Rival::kNone;
    if (candidates_.size() > 1) {
      leave_best(candidates_, candidates_.get_allocator().resource());
      std::sort(candidates_.begin(), candidates_.end(), is_better);
    }
    matches.best_first.reserve(candidates_.size());
    matches.pieces.reserve(2 * candidates_.size());
    for (const Candidate& candidate : candidates_) add(candidate, matches);
    if (is_one_of_two) {
      matches.best_first.front().confidence = Confidence::kUnsure;
    } else if (rivalry == Rival::kState) {
      matches.best_first.front().confidence = Confidence::kLikely;
    }
    matches.best_first.front().has_rival = rivalry != Rival::kNone;
    return matches;
  }

 private:
  void consider_rules_without_phrases() {
    const auto consider_one = [this](uint32_t rule) {
      if (matcher_.conditions_[rule].hold(input_, provider_)) {
        consider(rule, SequenceFollower::kNone);
      }
    };
    matcher_.host_rules_.each(input_.host, [&](uint32_t rule, size_t) { consider_one(rule); });
    if (provider_ != nullptr) {
      const auto of_provider = matcher_.provider_rules_.find(provider_);
      if (of_provider != matcher_.provider_rules_.end()) {
        for (const uint32_t rule : of_provider->second) consider_one(rule);
      }
    }
    for (const uint32_t rule : matcher_.other_rules_) consider_one(rule);
  }

  void consider(uint32_t rule, uint32_t met) {
    Candidate& candidate = candidates_.emplace_back();
    candidate.place = rule;
    candidate.by_host = matcher_.conditions_[rule].is_by_host(provider_);
    candidate.met = met;
    uint32_t matched = 0;  // bytes of text that met the phrases
    if (met != SequenceFollower::kNone) {
      const SequenceFollower::Met& last = follower_.met(met);
      candidate.guessed = last.guessed;
      candidate.words = {last.begin, last.piece.begin, last.piece.end};
      matched = last.matched;
    }
    candidate.rank = rank_of(candidate, matched);
  }

  // Those of the provider that the host names first, generic ones last, statements before guesses;
  // then by priority, and the longer match first.
  [[nodiscard]] uint64_t rank_of(const Candidate& candidate, uint32_t matched) const {
    const RuleTraits& traits = matcher_.traits_[candidate.place];
    uint64_t rank = candidate.by_host ? 0 : 1;
    rank = rank << 1U | (traits.is_generic ? 1U : 0U);
    rank = rank << 1U | (candidate.guessed ? 1U : 0U);
    rank = rank << 30U | traits.priority;
    return rank << 30U | (kMostMatched - std::min(matched, kMostMatched));
  }

  // True when the best rule is of no provider and its words and those of another cause are
  // alternatives. Any of its sequences may be the one: the longest may reach beyond the other
  // cause.
  [[nodiscard]] bool has_alternative() const {
    const Candidate& best = *std::min_element(candidates_.begin(), candidates_.end(), is_better);
    const RuleTraits& traits = matcher_.traits_[best.place];
    if (!traits.is_of_no_provider) return false;
    Alternatives alternatives(text_, candidates_.get_allocator().resource());
    for (const Candidate& one : candidates_) {
      if (one.words.end == 0) continue;
      // A phrase that holds an "or" of its own: "write error or disk full".
      const bool is_within_last_piece =
          one.words.begin >= best.words.last && one.words.end <= best.words.end;
      if (one.place != best.place && is_within_last_piece) continue;
      if (one.place == best.place) {
        alternatives.add_one(one.words);
      } else if (matcher_.traits_[one.place].cause != traits.cause) {
        alternatives.add_other(one.words);
      }
    }
    return alternatives.are_there();
  }

  [[nodiscard]] bool proves(const Candidate& candidate) const {
    const RuleTraits& traits = matcher_.traits_[candidate.place];
    return traits.is_of_no_provider && traits.tells_cause && !candidate.guessed &&
           candidate.words.end != 0 &&
           matcher_.rules_[candidate.place].confidence == Confidence::kCertain;
  }

  // Whether other words state another cause than the best rule's do ("client host rejected: user
  // blacklisted"), or even another state of the mailbox: one that does not exist is neither full
  // nor disabled.
  enum class Rival { kNone, kCause, kState };
  [[nodiscard]] Rival rival() const {
    const Candidate& best = *std::min_element(candidates_.begin(), candidates_.end(), is_better);
    const RuleTraits& traits = matcher_.traits_[best.place];
    auto found = Rival::kNone;
    if (!proves(best)) return found;
    for (const Candidate& other : candidates_) {
      const RuleTraits& others = matcher_.traits_[other.place];
      const bool is_apart =
          other.words.end <= best.words.begin || other.words.begin >= best.words.end;
      if (!is_apart || others.cause == traits.cause || !proves(other)) continue;
      const bool excludes = traits.is_state_of_mailbox && others.is_state_of_mailbox &&
                            traits.is_generic && others.is_generic;
      found = std::max(found, excludes ? Rival::kState : Rival::kCause);
    }
    return found;
  }

  void add(const Candidate& candidate, RuleMatches& matches) const {
    RuleMatch& match = matches.best_first.emplace_back();
    match.rule = &matcher_.rules_[candidate.place];
    match.by_host = candidate.by_host;
    match.confidence = candidate.guessed ? std::max(match.rule->confidence, Confidence::kLikely)
                                         : match.rule->confidence;
    match.first_piece = static_cast<uint32_t>(matches.pieces.size());
    for (uint32_t met = candidate.met; met != SequenceFollower::kNone;
         met = follower_.met(met).before) {
      matches.pieces.push_back(follower_.met(met).piece);
    }
    match.pieces = static_cast<uint32_t>(matches.pieces.size()) - match.first_piece;
    std::reverse(matches.pieces.begin() + match.first_piece, matches.pieces.end());
  }

  const RuleMatcher& matcher_;
  const MatchInput& input_;
  const Provider* provider_;
  std::pmr::string text_;
  SequenceFollower follower_;
  Candidates candidates_;
};

RuleMatches RuleMatcher::match(const MatchInput& given) const {
  MatchInput input = given;
  input.host = without_final_dot(input.host);
  std::array<std::byte, kScratchBytes> scratch;  // not filled: that would cost more than a search
  std::pmr::monotonic_buffer_resource memory(scratch.data(), scratch.size());
  return Search(*this, input, &memory).run();
}

}  // namespace plainbounce
