#include "core/knowledge/matcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Phrases = std::vector<std::vector<std::string>>;
using Providers = std::map<std::string, Provider, std::less<>>;

Rule rule(const std::string& id, Phrases phrases, int priority = 5,
          const std::string& scope = "text") {
  Rule made;
  made.id = id;
  made.provider = id.substr(0, id.find('/'));
  made.phrases = std::move(phrases);
  made.priority = priority;
  made.scope = scope;
  return made;
}

Providers providers() {
  Providers made;
  made["far"] = Provider{"far", "Far", "", {"far.example", "mx.far.test"}};
  made["near"] = Provider{"near", "Near", "", {"near.example"}};
  made["generic"] = Provider{"generic", "Generic", "", {}};
  return made;
}

// "id: words that matched" of each match, in order.
std::vector<std::string> matches(const std::vector<Rule>& rules, const std::string& text,
                                 const std::string& host = "", const std::string& type = "",
                                 std::optional<ReplyCode> code = std::nullopt,
                                 std::optional<EnhancedStatusCode> enhanced = std::nullopt) {
  const Providers all = providers();
  const RuleMatcher matcher(rules, all);
  SmtpReply reply;
  reply.text = text;
  reply.code = code;
  reply.enhanced = enhanced;
  std::vector<std::string> out;
  const RuleMatches found = matcher.match({&reply, host, type});
  for (const RuleMatch& match : found.best_first) {
    out.push_back(match.rule->id + ": " + found.words_of(match, text));
  }
  return out;
}

TEST(RuleMatcher, PhrasesInAnyCaseWithBlanksSqueezed) {
  const std::vector<Rule> rules = {rule("far/full", {{"mailbox  is", "Full"}})};
  EXPECT_THAT(matches(rules, "The MailBox\r\n \t IS quite FULL now"),
              ElementsAre("far/full: MailBox\r\n \t IS ... FULL"));
  EXPECT_THAT(matches(rules, "full is the mailbox"), IsEmpty());
  EXPECT_THAT(matches(rules, "the mailbox is empty"), IsEmpty());
}

TEST(RuleMatcher, PhrasesBeginAtAWordAndDoNotEndInsideANumber) {
  const std::vector<Rule> rules = {rule("far/rbl", {{"rbl"}}), rule("far/s315", {{"s315"}}),
                                   rule("far/mark", {{"[bl21]"}})};
  EXPECT_THAT(matches(rules, "marble"), IsEmpty());
  EXPECT_THAT(matches(rules, "an rbl-entry"), ElementsAre("far/rbl: rbl"));
  EXPECT_THAT(matches(rules, "(S3150)"), IsEmpty());
  EXPECT_THAT(matches(rules, "(S315)"), ElementsAre("far/s315: S315"));
  EXPECT_THAT(matches(rules, "x[BL21]y"), ElementsAre("far/mark: [BL21]"));
}

TEST(RuleMatcher, AnyOneOfThePhraseListsSufficesAndTheLongestCounts) {
  const std::vector<Rule> rules = {rule("far/full", {{"full"}, {"over quota"}, {"quota", "full"}})};
  EXPECT_THAT(matches(rules, "over quota"), ElementsAre("far/full: over quota"));
  EXPECT_THAT(matches(rules, "quota: full"), ElementsAre("far/full: quota ... full"));
}

TEST(RuleMatcher, APhraseMayStandTwiceInAList) {
  const std::vector<Rule> rules = {rule("far/twice", {{"no", "no"}})};
  EXPECT_THAT(matches(rules, "no way"), IsEmpty());
  EXPECT_THAT(matches(rules, "no, no"), ElementsAre("far/twice: no ... no"));
}

TEST(RuleMatcher, MaxGapLimitsTheTextBetweenPhrases) {
  Rule near = rule("far/near", {{"user", "unknown"}});
  near.max_gap = 5;
  EXPECT_THAT(matches({near}, "user is unknown"), ElementsAre("far/near: user ... unknown"));
  EXPECT_THAT(matches({near}, "user is quite unknown"), IsEmpty());
  // A later "user" may be near enough where the first one is not.
  EXPECT_THAT(matches({near}, "user is quite; user unknown"),
              ElementsAre("far/near: user ... unknown"));
  Rule three = rule("far/three", {{"a1", "b1", "c1"}});
  three.max_gap = 2;
  EXPECT_THAT(matches({three}, "a1 xxxx a1 b1 c1"), ElementsAre("far/three: a1 ... b1 ... c1"));
  EXPECT_THAT(matches({three}, "a1 b1 xxxx b1 c1"), IsEmpty());
}

TEST(RuleMatcher, AllConditionsMustHold) {
  Rule all = rule("far/all", {{"full"}});
  all.reply_codes = {552, 452};
  all.enhanced = {"X.2.2", "5.7.500-699"};
  all.hosts = {"far.example"};
  all.diagnostic_types = {"smtp"};
  const auto code = ReplyCode::from(552);
  const auto enhanced = EnhancedStatusCode::from(5, 2, 2);
  EXPECT_THAT(matches({all}, "full", "mx.far.example", "SMTP", code, enhanced),
              ElementsAre("far/all: full"));
  EXPECT_THAT(matches({all}, "full", "far.example", "smtp", code, enhanced),
              ElementsAre("far/all: full"));
  EXPECT_THAT(matches({all}, "full", "notfar.example", "smtp", code, enhanced), IsEmpty());
  EXPECT_THAT(matches({all}, "full", "far.example", "x-unix", code, enhanced), IsEmpty());
  EXPECT_THAT(matches({all}, "full", "far.example", "smtp", ReplyCode::from(550), enhanced),
              IsEmpty());
  EXPECT_THAT(matches({all}, "full", "far.example", "smtp", code, std::nullopt), IsEmpty());
}

TEST(RuleMatcher, EnhancedPatterns) {
  struct {
    const char* pattern;
    int class_digit, subject, detail;
    bool fits;
  } const cases[] = {
      {"5.2.2", 5, 2, 2, true},          {"5.2.2", 4, 2, 2, false},
      {"X.2.2", 4, 2, 2, true},          {"5.7.X", 5, 7, 26, true},
      {"5.7.X", 5, 2, 26, false},        {"5.X.X", 5, 1, 1, true},
      {"5.7.500-699", 5, 7, 500, true},  {"5.7.500-699", 5, 7, 699, true},
      {"5.7.500-699", 5, 7, 700, false}, {"5.7.500-699", 5, 7, 499, false},
      {"X.7.500-699", 4, 7, 600, true},
  };
  for (const auto& c : cases) {
    Rule one = rule("far/code", {});
    one.enhanced = {c.pattern};
    const auto code = EnhancedStatusCode::from(c.class_digit, c.subject, c.detail);
    EXPECT_EQ(!matches({one}, "", "", "", std::nullopt, code).empty(), c.fits)
        << c.pattern << " " << code->to_string();
  }
}

TEST(RuleMatcher, TheHostsProviderComesFirstThenPriorityThenLengthGenericLast) {
  const std::vector<Rule> rules = {
      rule("generic/full", {{"mailbox is full"}}, 1, "generic"), rule("far/short", {{"full"}}, 2),
      rule("far/long", {{"is full"}}, 2), rule("near/first", {{"mailbox"}}, 1)};
  EXPECT_THAT(matches(rules, "mailbox is full"),
              ElementsAre("near/first: mailbox", "far/long: is full", "far/short: full",
                          "generic/full: mailbox is full"));
  EXPECT_THAT(matches(rules, "mailbox is full", "mx1.far.example."),
              ElementsAre("far/long: is full", "far/short: full", "near/first: mailbox",
                          "generic/full: mailbox is full"));
}

TEST(RuleMatcher, RulesOfScopeHostNeedTheHost) {
  const std::vector<Rule> rules = {rule("far/host", {{"busy"}}, 1, "host")};
  EXPECT_THAT(matches(rules, "busy"), IsEmpty());
  EXPECT_THAT(matches(rules, "busy", "mx.near.example"), IsEmpty());
  EXPECT_THAT(matches(rules, "busy", "mx.far.example"), ElementsAre("far/host: busy"));
}

TEST(RuleMatcher, ProviderOfAHostIsTheLongestSuffixThatFits) {
  const Providers all = providers();
  const std::vector<Rule> none;
  const RuleMatcher matcher(none, all);
  const auto id = [&matcher](const char* host) {
    const Provider* provider = matcher.provider_of_host(host);
    return provider == nullptr ? std::string() : provider->id;
  };
  EXPECT_EQ(id("MX1.FAR.EXAMPLE."), "far");
  EXPECT_EQ(id("near.example"), "near");
  EXPECT_EQ(id("unfar.example"), "");
  EXPECT_EQ(id("far.test"), "");
  EXPECT_EQ(id(""), "");
}

TEST(RuleMatcher, TwoCausesWithOrProveNeither) {
  Rule full =
      rule("generic/full", {{"mailbox", "full"}, {"mailbox", "full", "clean up"}}, 1, "generic");
  full.cause = "mailbox-full";
  Rule unknown = rule("generic/unknown", {{"user unknown"}, {"not exist"}}, 2, "generic");
  unknown.cause = "address-unknown";
  const auto is_unsure = [](const Rule& a, const Rule& b, const std::string& text) {
    const Providers all = providers();
    const std::vector<Rule> rules = {a, b};
    const RuleMatcher matcher(rules, all);
    SmtpReply reply;
    reply.text = text;
    return matcher.match({&reply, "", ""}).best_first.at(0).confidence == Confidence::kUnsure;
  };
  EXPECT_TRUE(is_unsure(full, unknown, "mailbox full or user unknown"));
  EXPECT_TRUE(is_unsure(full, unknown, "user unknown or the recipient's mailbox full"));
  EXPECT_TRUE(is_unsure(full, unknown, "mailbox is full or does not exist"));
  EXPECT_TRUE(is_unsure(full, unknown, "mailbox full ou user unknown"));
  EXPECT_FALSE(is_unsure(full, unknown, "mailbox full. user unknown"));
  EXPECT_FALSE(is_unsure(full, unknown, "mailbox full: retry or call. user unknown"));
  // The longer of the two sequences reaches beyond the other cause.
  EXPECT_TRUE(is_unsure(full, unknown, "mailbox full or user unknown, clean up"));
  full.scope = "software";
  EXPECT_TRUE(is_unsure(full, unknown, "mailbox full or user unknown"));
  full.scope = "text";
  EXPECT_FALSE(is_unsure(full, unknown, "mailbox full or user unknown"));
}

TEST(RuleMatcher, TwoStatesOfOneMailboxAreOnlyLikely) {
  Rule disabled = rule("generic/disabled", {{"account", "disabled"}}, 1, "generic");
  disabled.cause = "mailbox-disabled";
  Rule unknown = rule("generic/unknown", {{"user unknown"}}, 2, "generic");
  unknown.cause = "address-unknown";
  const auto confidence = [](const Rule& a, const Rule& b, const std::string& text) {
    const Providers all = providers();
    const std::vector<Rule> rules = {a, b};
    const RuleMatcher matcher(rules, all);
    SmtpReply reply;
    reply.text = text;
    return matcher.match({&reply, "", ""}).best_first.at(0).confidence;
  };
  EXPECT_EQ(confidence(disabled, unknown, "account is disabled. user unknown"),
            Confidence::kLikely);
  EXPECT_EQ(confidence(disabled, unknown, "user unknown: account is disabled"),
            Confidence::kLikely);
  EXPECT_EQ(confidence(disabled, unknown, "account is disabled"), Confidence::kCertain);
  EXPECT_EQ(confidence(disabled, unknown, "account of user unknown is disabled"),
            Confidence::kCertain);
  unknown.cause = "relay-denied";
  EXPECT_EQ(confidence(disabled, unknown, "account is disabled. user unknown"),
            Confidence::kCertain);
}

TEST(RuleMatcher, ASemicolonEndsASentenceForNearWordsOfNoProvider) {
  Rule near = rule("generic/near", {{"user", "unknown"}}, 1, "generic");
  near.max_gap = 40;
  EXPECT_THAT(matches({near}, "user bob; cause unknown"), IsEmpty());
  EXPECT_THAT(matches({near}, "user bob: unknown"), ElementsAre("generic/near: user ... unknown"));
}

TEST(RuleMatcher, EmptyAndHugeTextsDoNoHarm) {
  Rule both = rule("far/ab", {{"ab", "ba", "ab"}});
  both.max_gap = 3;
  EXPECT_THAT(matches({both}, ""), IsEmpty());
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "ab and words that are of no rule, ";
  EXPECT_THAT(matches({both}, text), IsEmpty());
  EXPECT_THAT(matches({both}, text + "ab ba ab"), ElementsAre("far/ab: ab ... ba ... ab"));
}

}  // namespace
}  // namespace plainbounce
