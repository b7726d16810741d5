#include "core/diagnosis/word_weight.h"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/base/concat.h"
#include "core/knowledge/plain_words.h"

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
  bool is_plain = true;
};

// Words of no provider prove their cause where nothing in their sentence may turn them. Those of a
// provider are known as they stand.
bool is_plain(const RuleMatches& found, const RuleMatch& match, std::string_view text) {
  if (match.confidence != Confidence::kCertain || match.by_host) return true;
  if (match.has_rival) return false;
  if (match.rule->scope == "token" || match.pieces == 0) return true;
  const std::pmr::string normalized = normalized_text(text, std::pmr::get_default_resource());
  const CauseId& cause = match.rule->cause;
  const bool is_of_recipient = cause.starts_with("address-") || cause.starts_with("mailbox-");
  return is_plain_statement(normalized, &found.pieces[match.first_piece], match.pieces,
                            is_of_recipient ? Statement::kOfRecipient : Statement::kOfAnything);
}

bool names_recipient(std::string_view words) {
  constexpr std::array<std::string_view, 3> kNames = {"recipient", "rcpt", "destination"};
  return std::any_of(kNames.begin(), kNames.end(), [words](std::string_view name) {
    return find_ignoring_case(words, name) != std::string_view::npos;
  });
}

std::optional<BestMatch> best_match(const KnowledgeBase& knowledge, const MatchInput& input) {
  RuleMatches found = knowledge.matcher().match(input);
  std::vector<RuleMatch>& matches = found.best_first;
  const SmtpReply& reply = *input.reply;
  const auto chosen = [&](const RuleMatch& match) {
    return BestMatch{match, found.words_of(match, reply.text), is_plain(found, match, reply.text)};
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
  weight.is_plain = best->is_plain;
  weight.names_recipient = names_recipient(best->words);
  return weight;
}

}  // namespace plainbounce
