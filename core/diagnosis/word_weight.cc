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

std::optional<RuleMatch> best_match(std::vector<RuleMatch> matches, const SmtpReply& reply) {
  if (!is_about_another_server(reply)) {
    std::erase_if(matches, [](const RuleMatch& match) {
      return match.rule->cause == "unreachable" || match.rule->cause == "connection-lost";
    });
  }
  if (matches.empty()) return std::nullopt;
  if (matches.front().rule->cause == "expired") {
    for (RuleMatch& match : matches) {
      if (match.rule->cause != "expired" && match.confidence == Confidence::kCertain) {
        return std::move(match);
      }
    }
  }
  return std::move(matches.front());
}

}  // namespace

std::optional<WordWeight> weigh_words(const KnowledgeBase& knowledge, const Testimony& testimony,
                                      std::vector<Evidence>& evidence) {
  MatchInput input{&testimony.reply, testimony.host, testimony.diagnostic_type};
  std::optional<RuleMatch> best = best_match(knowledge.matcher().match(input), *input.reply);

  SmtpReply printed;
  const bool proven = best && best->confidence == Confidence::kCertain;
  if (!proven && !testimony.words.empty()) {
    printed.text = testimony.words;
    input.reply = &printed;
    std::optional<RuleMatch> other = best_match(knowledge.matcher().match(input), *input.reply);
    const bool better = other && (!best || other->confidence < best->confidence);
    if (better) best = std::move(other);
  }
  if (!best) return std::nullopt;

  const Rule& rule = *best->rule;
  if (best->confidence == Confidence::kUnsure) {
    evidence.push_back({"phrase", clean_text(best->phrase, kQuotedBytes),
                        "one of several causes, not said which (rule " + rule.id + ")"});
    return std::nullopt;
  }
  const std::string kind = best->phrase.empty() ? "rule" : "phrase";
  const std::string& words = best->phrase.empty() ? rule.id : best->phrase;
  evidence.push_back(
      {kind, clean_text(words, kQuotedBytes),
       concat({"cause ", rule.cause, " (rule ", rule.id, ", ", to_string(best->confidence), ")"})});
  WordWeight weight;
  weight.only_suggests = (rule.scope == "generic" || rule.scope == "software") &&
                         best->confidence == Confidence::kLikely;
  weight.match = std::move(*best);
  return weight;
}

}  // namespace plainbounce
