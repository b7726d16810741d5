#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "core/knowledge/knowledge_base.h"
#include "core/knowledge/rule_lookup.h"
#include "core/smtp/smtp_reply.h"
#include "tests/support/page_steps.h"
#include "tests/support/sentences.h"

// What is built in about the replies of providers and programs, for administrators.
namespace plainbounce {
namespace {

using testing::sentences_of;
using testing::tells_who_acts;

constexpr size_t kMostSentencesOfMeaning = 3;
constexpr size_t kMostSharedSentences = 2;

const KnowledgeBase& knowledge() {
  static const auto loaded = load_knowledge("");
  return **loaded;
}

// What a rule lacks; nothing when it is complete.
std::vector<std::string> lacks(const Rule& rule) {
  static const std::set<std::string> kParties = {"sender", "sender-admin", "recipient",
                                                 "recipient-admin", "nobody"};
  static const std::regex kDate(R"(\d{4}-\d{2}-\d{2})");
  static const std::set<std::string> kOrigins = {"documented", "reported", "sample", "recalled"};
  const PageText page = knowledge().page_of(rule);
  std::vector<std::string> out;
  const auto demand = [&out](bool holds, const std::string& what) {
    if (!holds) out.push_back(what);
  };
  demand(!rule.code.empty(), "a code to be listed under");
  demand(!rule.title.empty(), "a title");
  demand(kOrigins.contains(rule.origin_confidence), "where the fact comes from");
  demand(!rule.examples.empty(), "an example");
  const size_t sentences = sentences_of(page.meaning).size();
  demand(sentences >= 1 && sentences <= kMostSentencesOfMeaning,
         "a short meaning in whole sentences, not " + std::to_string(sentences));
  demand(!page.fix.empty(), "a step to take");
  demand(tells_who_acts(page, meaning_of(rule, knowledge()).actor), "a step for who has to act");
  for (const FixStep& step : page.fix) {
    demand(kParties.contains(step.who), "a known party in \"" + step.who + "\"");
    demand(!sentences_of(step.text).empty(), "a whole sentence in \"" + step.text + "\"");
  }
  demand(!page.sources.empty(), "a source");
  for (const Source& source : page.sources) {
    demand(source.reference.empty() && !source.name.empty() && !source.url.empty() &&
               std::regex_match(source.checked, kDate),
           "a known source with address and date in \"" + source.reference + source.name + "\"");
  }
  return out;
}

TEST(ProviderPages, AreComplete) {
  ASSERT_FALSE(knowledge().rules().empty());
  for (const Rule& rule : knowledge().rules()) {
    for (const std::string& what : lacks(rule)) ADD_FAILURE() << rule.id << " lacks " << what;
  }
}

// Sentences that two rules share say that one of the pages tells nothing of its own.
TEST(ProviderPages, AreWrittenEachForItself) {
  std::map<std::string, std::set<std::string>> users;
  for (const Rule& rule : knowledge().rules()) {
    const PageText page = knowledge().page_of(rule);
    for (const std::string& sentence : sentences_of(page.meaning)) users[sentence].insert(rule.id);
    for (const FixStep& step : page.fix) {
      for (const std::string& sentence : sentences_of(step.text)) users[sentence].insert(rule.id);
    }
  }
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> shared;
  for (const auto& [sentence, ids] : users) {
    for (auto first = ids.begin(); first != ids.end(); ++first) {
      for (auto second = std::next(first); second != ids.end(); ++second) {
        shared[{*first, *second}].push_back(sentence);
      }
    }
  }
  for (const auto& [pair, sentences] : shared) {
    EXPECT_LE(sentences.size(), kMostSharedSentences)
        << pair.first << " and " << pair.second << " share " << sentences.front();
  }
}

// "X.7.27" as "5.7.27", "5.7.500-699" as "5.7.500".
std::string one_of_pattern(std::string pattern) {
  if (pattern.starts_with('X')) pattern.front() = '5';
  std::replace(pattern.begin(), pattern.end(), 'X', '0');
  return pattern.substr(0, pattern.find('-'));
}

// The shortest reply that meets a rule's conditions by one of its lists of phrases.
std::string reply_for(const Rule& rule, const std::vector<std::string>& phrases) {
  std::string text;
  std::string enhanced = rule.enhanced.empty() ? "" : one_of_pattern(rule.enhanced.front());
  if (!rule.reply_codes.empty()) {
    text = std::to_string(rule.reply_codes.front());
  } else if (!enhanced.empty()) {
    text = enhanced.starts_with('4') ? "450" : "550";
  }
  if (!enhanced.empty()) text += " " + enhanced;
  for (const std::string& phrase : phrases) text += " " + phrase;
  return text;
}

// Where the reply may come from: a server of the provider and, where the words alone prove whose
// they are, nobody knows where.
std::set<std::string> hosts_of(const Rule& rule) {
  std::set<std::string> hosts;
  if (rule.scope != "host" && rule.hosts.empty()) hosts.insert("");
  const Provider* provider = knowledge().find_provider(rule.provider);
  if (provider != nullptr) hosts.insert(provider->hosts.begin(), provider->hosts.end());
  if (!rule.hosts.empty()) hosts = {rule.hosts.begin(), rule.hosts.end()};
  return hosts;
}

// The rule that wins for a reply.
std::string winner(const std::string& text, const std::string& host, const Rule& rule) {
  const SmtpReply reply = parse_smtp_reply(text);
  const std::string type = rule.diagnostic_types.empty() ? "smtp" : rule.diagnostic_types.front();
  const std::vector<RuleMatch> matches =
      knowledge().matcher().match({&reply, host, type}).best_first;
  return matches.empty() ? "none" : matches.front().rule->id;
}

// Each way in which a rule can be met makes it win where no other words stand beside it.
// Everybody's wording may be that of a program as well, whose rule goes first.
TEST(ProviderPages, NoneIsOfARuleThatCannotWin) {
  for (const Rule& rule : knowledge().rules()) {
    if (rule.scope == "generic") continue;
    std::vector<std::vector<std::string>> ways = rule.phrases;
    if (ways.empty()) ways.emplace_back();
    for (const std::vector<std::string>& phrases : ways) {
      const std::string text = reply_for(rule, phrases);
      for (const std::string& host : hosts_of(rule)) {
        EXPECT_EQ(winner(text, host, rule), rule.id)
            << "\"" << text << "\" from \"" << host << "\"";
      }
    }
  }
}

}  // namespace
}  // namespace plainbounce
