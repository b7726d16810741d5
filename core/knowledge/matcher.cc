#include "core/knowledge/matcher.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/base/ascii.h"
#include "core/knowledge/entry_reader.h"
#include "core/knowledge/phrase_automaton.h"
#include "core/knowledge/phrase_context.h"

namespace plainbounce {
namespace {

constexpr size_t kUsualHits = 32;  // of phrases in a reply

// A text as phrases are compared, and where each of its bytes came from.
struct NormalizedText {
  std::string text;
  std::vector<size_t> origin;  // one more than bytes
};

NormalizedText normalize(std::string_view original) {
  NormalizedText out;
  out.text.reserve(original.size());
  out.origin.reserve(original.size() + 1);
  for (size_t i = 0; i < original.size(); ++i) {
    const bool space = is_space(original[i]);
    if (space && (out.text.empty() || out.text.back() == ' ')) continue;
    out.text += space ? ' ' : to_lower(original[i]);
    out.origin.push_back(i);
  }
  out.origin.push_back(original.size());
  return out;
}

bool is_word_char(char c) { return is_alpha(c) || is_digit(c); }

// A phrase begins at a word's start where it begins with a letter or digit, and does not end inside
// a number: "rbl" is not in "marble", "s315" not in "s3150".
bool at_word_bounds(std::string_view text, size_t begin, size_t end) {
  if (begin > 0 && is_word_char(text[begin]) && is_word_char(text[begin - 1])) return false;
  return end >= text.size() || !is_digit(text[end - 1]) || !is_digit(text[end]);
}

bool has_suffix(std::string_view host, std::string_view suffix) {
  if (!ends_with_ignoring_case(host, suffix)) return false;
  if (host.size() == suffix.size() || (!suffix.empty() && suffix.front() == '.')) return true;
  return host[host.size() - suffix.size() - 1] == '.';
}

std::string_view without_final_dot(std::string_view host) {
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  return host;
}

// "X" fits all, "500-699" a range, else the number itself.
bool part_matches(std::string_view pattern, int value) {
  if (pattern == "X" || pattern == "x") return true;
  const auto number = [](std::string_view digits) {
    int n = 0;
    for (const char c : digits.substr(0, 3)) n = n * 10 + (c - '0');
    return n;
  };
  const size_t dash = pattern.find('-');
  if (dash == std::string_view::npos) return number(pattern) == value;
  return number(pattern.substr(0, dash)) <= value && value <= number(pattern.substr(dash + 1));
}

bool enhanced_matches(std::string_view pattern, const EnhancedStatusCode& code) {
  const size_t first = pattern.find('.');
  const size_t second = pattern.find('.', first + 1);
  return part_matches(pattern.substr(0, first), code.class_digit()) &&
         part_matches(pattern.substr(first + 1, second - first - 1), code.subject()) &&
         part_matches(pattern.substr(second + 1), code.detail());
}

template <class List, class Holds>
bool empty_or_any(const List& list, const Holds& holds) {
  return list.empty() || std::any_of(list.begin(), list.end(), holds);
}

bool conditions_hold(const Rule& rule, const MatchInput& input) {
  const SmtpReply& reply = *input.reply;
  return empty_or_any(rule.reply_codes,
                      [&](int code) { return reply.code && reply.code->value() == code; }) &&
         empty_or_any(rule.enhanced,
                      [&](const std::string& pattern) {
                        return reply.enhanced && enhanced_matches(pattern, *reply.enhanced);
                      }) &&
         empty_or_any(rule.hosts,
                      [&](const std::string& suffix) { return has_suffix(input.host, suffix); }) &&
         empty_or_any(rule.diagnostic_types, [&](const std::string& type) {
           return equals_ignoring_case(type, input.diagnostic_type);
         });
}

struct Piece {
  size_t begin = 0;
  size_t end = 0;
  bool guessed = false;
};

bool is_guessed(const std::vector<Piece>& pieces) {
  return std::any_of(pieces.begin(), pieces.end(),
                     [](const Piece& piece) { return piece.guessed; });
}

// One way in which a rule's phrases may be met.
struct Sequence {
  size_t rule = 0;
  size_t max_gap = 0;
  bool in_one_sentence = false;
  std::vector<uint32_t> phrases;
};

// How far a sequence has come while the text is read: for each number of phrases met so far the
// pieces of text that met them; of several ways the one that serves later phrases best.
struct Progress {
  std::vector<std::vector<Piece>> met;

  void take(std::string_view text, const Sequence& sequence, const PhraseAutomaton::Hit& hit,
            bool guessed) {
    met.resize(sequence.phrases.size());
    for (size_t i = met.size(); i-- > 0;) {
      if (sequence.phrases[i] != hit.phrase) continue;
      // Without a limit the earliest way is as good as any later one; with one, the latest. A
      // statement is better than a guess.
      const bool settled = sequence.max_gap == 0 || i + 1 == met.size();
      if (!met[i].empty() && settled && !is_guessed(met[i])) continue;
      std::vector<Piece> pieces;
      if (i > 0) {
        if (met[i - 1].empty() || met[i - 1].back().end > hit.begin) continue;
        const size_t gap = hit.begin - met[i - 1].back().end;
        if (sequence.max_gap > 0 && gap > sequence.max_gap) continue;
        if (sequence.in_one_sentence && has_sentence_end(text.substr(hit.begin - gap, gap)))
          continue;
        pieces = met[i - 1];
      }
      pieces.push_back({hit.begin, hit.end, guessed});
      if (!met[i].empty() && settled && is_guessed(pieces)) continue;
      met[i] = std::move(pieces);
    }
  }
  [[nodiscard]] bool is_whole() const { return !met.empty() && !met.back().empty(); }
  [[nodiscard]] const std::vector<Piece>& whole() const { return met.back(); }
};

// A rule that holds, and what it is ranked by.
struct Candidate {
  RuleMatch match;
  size_t matched = 0;  // bytes of text that met the phrases
  size_t place = 0;    // of the rule among all: the last tie-breaker
  size_t begin = 0;    // of the first piece
  size_t last = 0;     // of the last one, where it begins and
  size_t end = 0;      // ends; 0 without phrases
  bool guessed = false;
};

bool ranks_before(const Candidate& a, const Candidate& b) {
  const auto rank = [](const Candidate& c) {
    return std::make_tuple(!c.match.by_host, c.match.rule->scope == "generic", c.guessed,
                           c.match.rule->priority);
  };
  return std::make_tuple(rank(a), b.matched, a.place) <
         std::make_tuple(rank(b), a.matched, b.place);
}

// "user unknown or mailbox full", "mailbox is full or does not exist": the words of the best rule,
// if they are of no provider, and those of another cause are two sides of an "or".
bool has_alternative(std::string_view text, const std::vector<Candidate>& ranked) {
  const Candidate& best = ranked.front();
  if (best.match.rule->scope != "generic") return false;
  return std::any_of(ranked.begin(), ranked.end(), [&](const Candidate& other) {
    if (other.match.rule->cause == best.match.rule->cause || other.end == 0) return false;
    const Candidate& first = best.end < other.end ? best : other;
    const Candidate& second = best.end < other.end ? other : best;
    const bool share_subject = second.begin < first.end;
    if (!share_subject) return is_only_or(text.substr(first.end, second.begin - first.end));
    return first.end < second.last &&
           begins_with_or(text.substr(first.end, second.last - first.end));
  });
}

}  // namespace

struct RuleMatcher::Automaton {
  PhraseAutomaton phrases;
  std::vector<Sequence> sequences;
  std::vector<std::vector<uint32_t>> sequences_of_phrase;  // by phrase number
  std::vector<size_t> rules_without_phrases;

  void add_sequence(size_t place, const Rule& rule, const std::vector<std::string>& texts) {
    Sequence sequence;
    sequence.rule = place;
    sequence.max_gap = rule.max_gap;
    sequence.in_one_sentence = rule.max_gap > 0 && rule.scope == "generic";
    const auto number = static_cast<uint32_t>(sequences.size());
    for (const std::string& text : texts) {
      const uint32_t phrase = phrases.add(normalized_phrase(text));
      sequence.phrases.push_back(phrase);
      if (phrase >= sequences_of_phrase.size()) sequences_of_phrase.resize(phrase + 1);
      std::vector<uint32_t>& users = sequences_of_phrase[phrase];
      if (users.empty() || users.back() != number) users.push_back(number);
    }
    sequences.push_back(std::move(sequence));
  }

  // Sequences whose phrases all occur in order, of rules that `may_hold`. Most phrases that occur
  // belong to sequences of which another phrase is missing: those are not followed.
  template <class MayHold>
  [[nodiscard]] std::unordered_map<uint32_t, Progress> complete_in(std::string_view text,
                                                                   const MayHold& may_hold) const {
    std::vector<PhraseAutomaton::Hit> hits;
    hits.reserve(kUsualHits);
    std::vector<bool> occurs(sequences_of_phrase.size());
    phrases.search(text, [&](const PhraseAutomaton::Hit& hit) {
      if (!at_word_bounds(text, hit.begin, hit.end)) return;
      hits.push_back(hit);
      occurs[hit.phrase] = true;
    });
    std::unordered_map<uint32_t, Progress> running = sequences_among(hits, occurs, may_hold);
    std::vector<bool> is_followed(sequences.size());
    for (const auto& [number, progress] : running) is_followed[number] = true;
    for (const PhraseAutomaton::Hit& hit : hits) {
      std::optional<PhraseContext> context;
      for (const uint32_t number : sequences_of_phrase[hit.phrase]) {
        if (!is_followed[number]) continue;
        if (!context) context = context_of_phrase(text, hit.begin, hit.end);
        if (*context == PhraseContext::kNotSaid) break;
        const bool guessed = *context == PhraseContext::kGuessed;
        running[number].take(text, sequences[number], hit, guessed);
      }
    }
    std::erase_if(running, [](const auto& entry) { return !entry.second.is_whole(); });
    return running;
  }

 private:
  // Those of which every phrase occurs.
  template <class MayHold>
  [[nodiscard]] std::unordered_map<uint32_t, Progress> sequences_among(
      const std::vector<PhraseAutomaton::Hit>& hits, const std::vector<bool>& occurs,
      const MayHold& may_hold) const {
    std::unordered_map<uint32_t, Progress> found;
    std::vector<bool> done(occurs.size());
    for (const PhraseAutomaton::Hit& hit : hits) {
      if (done[hit.phrase]) continue;
      done[hit.phrase] = true;
      for (const uint32_t number : sequences_of_phrase[hit.phrase]) {
        const Sequence& sequence = sequences[number];
        const bool all_occur = sequence.phrases.front() == hit.phrase &&
                               std::all_of(sequence.phrases.begin(), sequence.phrases.end(),
                                           [&](uint32_t phrase) { return occurs[phrase]; });
        if (all_occur && may_hold(sequence.rule)) found.try_emplace(number);
      }
    }
    return found;
  }
};

RuleMatcher::RuleMatcher(const std::vector<Rule>& rules,
                         const std::map<std::string, Provider, std::less<>>& providers)
    : rules_(rules), providers_(providers), automaton_(std::make_unique<Automaton>()) {
  for (size_t i = 0; i < rules.size(); ++i) {
    for (const auto& sequence : rules[i].phrases) automaton_->add_sequence(i, rules[i], sequence);
    if (rules[i].phrases.empty()) automaton_->rules_without_phrases.push_back(i);
  }
  automaton_->phrases.build();
}

RuleMatcher::~RuleMatcher() = default;

const Provider* RuleMatcher::provider_of_host(std::string_view host) const {
  host = without_final_dot(host);
  const Provider* best = nullptr;
  size_t best_size = 0;
  for (const auto& [id, provider] : providers_) {
    for (const std::string& suffix : provider.hosts) {
      if (suffix.size() <= best_size || !has_suffix(host, suffix)) continue;
      best = &provider;
      best_size = suffix.size();
    }
  }
  return best;
}

std::vector<RuleMatch> RuleMatcher::match(const MatchInput& given) const {
  MatchInput input = given;
  input.host = without_final_dot(input.host);
  const NormalizedText text = normalize(input.reply->text);
  const Provider* provider = provider_of_host(input.host);

  std::unordered_map<size_t, Candidate> best;
  const auto is_by_host = [&](const Rule& rule) {
    return provider != nullptr && provider->id == rule.provider;
  };
  const auto may_hold = [&](size_t place) {
    const Rule& rule = rules_[place];
    const bool host_missing = rule.scope == "host" && rule.hosts.empty() && !is_by_host(rule);
    return !host_missing && conditions_hold(rule, input);
  };
  const auto consider = [&](size_t place, const std::vector<Piece>& pieces) {
    const Rule& rule = rules_[place];
    const bool by_host = is_by_host(rule);
    Candidate candidate;
    candidate.match = {&rule, {}, by_host, rule.confidence};
    candidate.place = place;
    candidate.guessed = is_guessed(pieces);
    if (candidate.guessed) {
      candidate.match.confidence = std::max(rule.confidence, Confidence::kLikely);
    }
    if (!pieces.empty()) {
      candidate.begin = pieces.front().begin;
      candidate.last = pieces.back().begin;
      candidate.end = pieces.back().end;
    }
    for (const auto& [begin, end, guessed] : pieces) {
      candidate.matched += end - begin;
      if (!candidate.match.phrase.empty()) candidate.match.phrase += " ... ";
      candidate.match.phrase += input.reply->text.substr(
          text.origin[begin], text.origin[end - 1] + 1 - text.origin[begin]);
    }
    const auto found = best.find(place);
    if (found == best.end() || ranks_before(candidate, found->second)) {
      best.insert_or_assign(place, std::move(candidate));
    }
  };
  for (const auto& [number, progress] : automaton_->complete_in(text.text, may_hold)) {
    consider(automaton_->sequences[number].rule, progress.whole());
  }
  for (const size_t place : automaton_->rules_without_phrases) {
    if (may_hold(place)) consider(place, {});
  }

  std::vector<Candidate> ranked;
  ranked.reserve(best.size());
  for (auto& [place, candidate] : best) ranked.push_back(std::move(candidate));
  std::sort(ranked.begin(), ranked.end(), ranks_before);
  if (!ranked.empty() && has_alternative(text.text, ranked)) {
    ranked.front().match.confidence = Confidence::kUnsure;
  }
  std::vector<RuleMatch> matches;
  matches.reserve(ranked.size());
  for (Candidate& candidate : ranked) matches.push_back(std::move(candidate.match));
  return matches;
}

}  // namespace plainbounce
