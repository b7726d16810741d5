#include "tests/bench/sample_replies.h"

#include <algorithm>
#include <random>

namespace plainbounce::bench {

using namespace std::string_literals;

namespace {

constexpr const char* kCode = "550 5.7.1 ";

std::string reply_of(std::string_view text, size_t bytes) {
  std::string out = kCode;
  while (out.size() < bytes) out += text;
  out.resize(bytes);
  return out;
}

using Phrases = std::vector<std::string>;

// Of all sequences in order.
Phrases all_phrases(const KnowledgeBase& knowledge) {
  Phrases phrases;
  for (const Rule& rule : knowledge.rules()) {
    for (const Phrases& sequence : rule.phrases) {
      phrases.insert(phrases.end(), sequence.begin(), sequence.end());
    }
  }
  return phrases;
}

// Phrases by how many sequences have them, the most first.
Phrases most_used(const KnowledgeBase& knowledge, bool only_first, size_t count) {
  std::map<std::string, size_t> uses;
  for (const Rule& rule : knowledge.rules()) {
    for (const Phrases& sequence : rule.phrases) {
      const size_t size = only_first ? 1 : sequence.size();
      for (size_t i = 0; i < size; ++i) ++uses[sequence[i]];
    }
  }
  Phrases phrases;
  for (const auto& [phrase, number] : uses) phrases.push_back(phrase);
  std::stable_sort(phrases.begin(), phrases.end(),
                   [&](const auto& a, const auto& b) { return uses[a] > uses[b]; });
  phrases.resize(std::min(phrases.size(), count));
  return phrases;
}

std::string joined(const Phrases& phrases, const std::string& glue) {
  std::string out;
  for (const std::string& phrase : phrases) out += phrase + glue;
  return out;
}

std::string longest(const Phrases& phrases) {
  return *std::max_element(phrases.begin(), phrases.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
}

// One phrase of each pair first, then the other many times: each is a try to go on.
std::string once_and_many(const Phrases& first, const Phrases& then) {
  std::string out = joined(first, " ");
  while (out.size() < 4096) out += joined(then, " ");
  return out;
}

}  // namespace

const std::vector<std::string>& usual_replies() {
  static const std::vector<std::string> replies = {
      "550 5.1.1 <user@far.example>: Recipient address rejected: User unknown in virtual mailbox "
      "table",
      "552 5.2.2 <user@far.example>: Mailbox size limit exceeded",
      "550 5.7.1 Service unavailable; client [192.0.2.7] blocked using zen.example",
      "450 4.2.0 <user@far.example>: Recipient address rejected: Greylisted, please try again",
      "552 5.3.4 Message size exceeds fixed limit",
      "554 5.7.1 Message content rejected due to spam",
      "421 4.7.0 Too many connections from your host",
      "550 No such user here",
  };
  return replies;
}

std::vector<NamedReply> hostile_replies(const KnowledgeBase& knowledge, size_t bytes) {
  const Phrases all = all_phrases(knowledge);
  const Phrases firsts = most_used(knowledge, true, all.size());
  const Phrases used = most_used(knowledge, false, 40);
  std::string near_misses;
  for (const std::string& phrase : all) near_misses += phrase.substr(0, phrase.size() - 1);
  const std::string nearly = longest(all).substr(0, longest(all).size() - 1);
  const Phrases shortest = [&all] {
    Phrases sorted = all;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    sorted.resize(std::min<size_t>(sorted.size(), 60));
    return sorted;
  }();
  const std::vector<NamedReply> texts = {
      {"harmless words", "the quick brown fox jumps over the lazy dog "},
      {"all phrases", joined(all, " ")},
      {"first phrases", joined(firsts, " ")},
      {"most used phrases", joined(used, " ")},
      {"most used phrases, then one each", once_and_many(used, {used.front()})},
      {"most used phrases, then the last", once_and_many(used, {used.back()})},
      {"shortest phrases", joined(shortest, " ")},
      {"negated", joined(used, " is not yet ")},
      {"guessed", joined(used, " may already have been ")},
      {"joined by or", joined(used, " or ")},
      {"quoted", joined(used, "\" subject: \"")},
      {"conditional", joined(used, " if it is the ")},
      {"in addresses", joined(used, "@x.")},
      {"near misses", near_misses},
      {"the longest phrase but its end", nearly},
      {"one word", "user "},
      {"codes", "550 5.7.1 550-5.7.1 #5.1.1 "},
      {"wrappers", "host mx.far.example[198.51.100.25] said: 550 5.1.1 "},
      {"angle brackets", "<<<>"},
      {"addresses", "<a@b.example>: "},
      {"quotes and brackets", "'550 (\"["},
      {"blanks", " "},
      {"dots and digits", "1.2.3.4."},
  };
  std::vector<NamedReply> replies;
  for (const auto& [name, text] : texts) replies.push_back({name, reply_of(text, bytes)});
  return replies;
}

std::string random_hostile_reply(const KnowledgeBase& knowledge, size_t bytes, unsigned number) {
  static const Phrases glue = {" ",    " or ",  " not ", " may ", " if ", ". ", " \"",
                               "\" ",  " (",    ") ",    ": ",    "@",    "/",  ", ",
                               " is ", " the ", " be ",  "-",     " <",   "> ", " 5.7.1 "};
  std::mt19937 random(number);
  const auto below = [&random](size_t count) { return random() % count; };
  const std::vector<Rule>& rules = knowledge.rules();
  Phrases phrases;
  // Few rules many times, many rules a few times, and all between.
  for (size_t i = 1 + below(size_t{1} << below(9)); i > 0; --i) {
    for (const Phrases& sequence : rules[below(rules.size())].phrases) {
      phrases.insert(phrases.end(), sequence.begin(), sequence.end());
    }
  }
  if (phrases.empty()) phrases = all_phrases(knowledge);
  const size_t kinds_of_glue = 1 + below(glue.size());
  std::string text = kCode;
  while (text.size() < bytes) text += phrases[below(phrases.size())] + glue[below(kinds_of_glue)];
  text.resize(bytes);
  return text;
}

ManyRules multiplied_rules(const KnowledgeBase& knowledge, size_t times) {
  ManyRules many;
  for (const Rule& rule : knowledge.rules()) {
    many.providers.try_emplace(rule.provider, *knowledge.find_provider(rule.provider));
  }
  for (size_t time = 0; time < times; ++time) {
    const std::string mark = "zyxwvutsrq"s.substr(time % 10, 1) + std::to_string(time);
    for (Rule rule : knowledge.rules()) {
      if (time > 0) {
        rule.id += mark;
        rule.provider += mark;
        for (std::string& host : rule.hosts) host = mark + host;
        for (Phrases& sequence : rule.phrases) {
          // Words as long, that begin as the others do.
          for (std::string& phrase : sequence) phrase.insert(phrase.size() / 2, mark);
        }
      }
      many.rules.push_back(std::move(rule));
    }
    if (time == 0) continue;
    for (const Rule& rule : knowledge.rules()) {
      Provider provider = *knowledge.find_provider(rule.provider);
      provider.id += mark;
      for (std::string& host : provider.hosts) host = mark + host;
      many.providers.try_emplace(provider.id, provider);
    }
  }
  return many;
}

}  // namespace plainbounce::bench
