#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/knowledge/knowledge_base.h"

namespace plainbounce::bench {

// Replies as servers give them.
const std::vector<std::string>& usual_replies();

struct NamedReply {
  std::string name;
  std::string text;
};
// Replies of `bytes` bytes: harmless words, then kHostileReplies that are made to be slow, most out
// of the phrases that `knowledge` looks for.
inline constexpr size_t kHostileReplies = 22;
std::vector<NamedReply> hostile_replies(const KnowledgeBase& knowledge, size_t bytes);
// One more of them, made of phrases of few rules and of words that bear on each other by chance.
std::string random_hostile_reply(const KnowledgeBase& knowledge, size_t bytes, unsigned number);

// The knowledge's rules, and as many again for each further time, all with words of their own that
// replies do not hold; with the providers that they name.
struct ManyRules {
  std::vector<Rule> rules;
  std::map<std::string, Provider, std::less<>> providers;
};
ManyRules multiplied_rules(const KnowledgeBase& knowledge, size_t times);

}  // namespace plainbounce::bench
