#include "core/diagnosis/word_weight.h"

#include <algorithm>
#include <utility>

#include "core/base/clean_text.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr size_t kQuotedBytes = 200;  // of a match, in the evidence

// A server that refuses for good has answered: "Connection refused" or "closed" is its own phrase
// then, unless its enhanced code tells that it speaks of a next server.
bool is_about_another_server(const SmtpReply& reply) {
  const bool refused = reply.code && reply.code->first_digit() == 5;
  return !refused || (reply.enhanced && reply.enhanced->subject() == 4);
}

struct BestMatch {
  RuleMatch match;
  std::string words;  // that met its phrases
};

std::optional<BestMatch> best_match(const KnowledgeBase& knowledge, const MatchInput& input) {
  RuleMatches found = knowledge.matcher().match(input);
  std::vector<RuleMatch>& matches = found.best_first;
  const SmtpReply& reply = *input.reply;
  const auto chosen = [&](const RuleMatch& match) {
    return BestMatch{match, found.words_of(match, reply.text)};
  };
  if (!is_about_another_server(reply)) {
    std::erase_if(matches, [](const RuleMatch& match) {
      return match.rule->cause == "unreachable" || match.rule->cause == "connection-lost";
    });
  }
  if (matches.empty()) return std::nullopt;
  if (matches.front().rule->cause == "expired") {
    for (const RuleMatch& match : matches) {
      if (match.rule->cause != "expired" && match.confidence == Confidence::kCertain) {
        return chosen(match);
      }
    }
  }
  return chosen(matches.front());
}

}  // namespace

std::optional<WordWeight> weigh_words(const KnowledgeBase& knowledge, const Testimony& testimony,
                                      std::vector<Evidence>& evidence) {
  MatchInput input{&testimony.reply, testimony.host, testimony.diagnostic_type};
  std::optional<BestMatch> best = best_match(knowledge, input);

  SmtpReply printed;
  const bool proven = best && best->match.confidence == Confidence::kCertain;
  if (!proven && !testimony.words.empty()) {
    printed.text = testimony.words;
    input.reply = &printed;
    std::optional<BestMatch> other = best_match(knowledge, input);
    const bool better = other && (!best || other->match.confidence < best->match.confidence);
    if (better) best = std::move(other);
  }
  if (!best) return std::nullopt;

  const Rule& rule = *best->match.rule;
  if (best->match.confidence == Confidence::kUnsure) {
    evidence.push_back({"phrase", clean_text(best->words, kQuotedBytes),
                        "one of several causes, not said which (rule " + rule.id + ")"});
    return std::nullopt;
  }
  const std::string kind = best->words.empty() ? "rule" : "phrase";
  const std::string& words = best->words.empty() ? rule.id : best->words;
  evidence.push_back({kind, clean_text(words, kQuotedBytes),
                      concat({"cause ", rule.cause, " (rule ", rule.id, ", ",
                              to_string(best->match.confidence), ")"})});
  WordWeight weight;
  weight.only_suggests = (rule.scope == "generic" || rule.scope == "software") &&
                         best->match.confidence == Confidence::kLikely;
  weight.match = best->match;
  return weight;
}

}  // namespace plainbounce
