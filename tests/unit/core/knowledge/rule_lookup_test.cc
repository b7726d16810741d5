#include "core/knowledge/rule_lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kRules = R"(
[cause.mailbox-full]
kind = "permanent"
actor = "recipient"
[cause.policy-refusal]
kind = "permanent"
actor = "sender-admin"
[[provider]]
id = "far"
name = "Far"
[[provider]]
id = "near"
name = "Near"
[[rule]]
id = "far/full"
provider = "far"
code = "5.2.2"
phrases = [["no room"]]
cause = "mailbox-full"
actor = "nobody"
title = "Full"
[[rule]]
id = "far/blocked"
provider = "far"
code = "5.7.606-649"
enhanced = ["5.7.606-649"]
cause = "policy-refusal"
title = "Blocked"
[[rule]]
id = "near/full"
provider = "near"
code = "5.2.2"
phrases = [["crowded"]]
cause = "mailbox-full"
title = "Full"
[[rule]]
id = "near/words"
provider = "near"
code = "5.2.2"
phrases = [["no place"]]
scope = "generic"
cause = "mailbox-full"
title = "Words of many"
[[rule]]
id = "near/full-for-now"
provider = "near"
phrases = [["crowded for now"]]
cause = "policy-refusal"
title = "Full for now"
examples = ["host mx.near.example said: 450 5.2.2 Crowded for now", "4.2.2 Crowded for now"]
[[rule]]
id = "near/full-or-not"
provider = "near"
phrases = [["crowded or not"]]
cause = "policy-refusal"
title = "Full or not"
examples = ["452 Crowded or not", "552 Crowded or not"]
[[rule]]
id = "near/passes-by-its-own-word"
provider = "near"
phrases = [["crowded perhaps"]]
cause = "policy-refusal"
kind = "temporary"
title = "Full for now by its own word"
examples = ["552 Crowded perhaps"]
[[rule]]
id = "near/own-number"
provider = "near"
code = "AUP#1300-1340"
phrases = [["aup#13"]]
cause = "policy-refusal"
title = "Own number"
)";

class RuleLookup : public ::testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_knowledge_with({{"own.toml", kRules}});
    ASSERT_TRUE(loaded.has_value());
    knowledge_ = *loaded;
  }
  std::vector<std::string> found(std::string_view asked) const {
    std::vector<std::string> ids;
    for (const Rule* rule : find_rules(*knowledge_, asked)) {
      const bool own = rule->provider == "far" || rule->provider == "near";
      if (own) ids.push_back(rule->id);
    }
    return ids;
  }
  std::shared_ptr<const KnowledgeBase> knowledge_;
};

TEST_F(RuleLookup, FindsByIdCodeAndProvider) {
  EXPECT_THAT(found("FAR/Full"), ElementsAre("far/full"));
  EXPECT_THAT(found("near/5.2.2"), ElementsAre("near/full", "near/words"));
  EXPECT_THAT(found("5.2.2"), ElementsAre("far/full", "near/full"));
  EXPECT_THAT(found("far"), ElementsAre("far/full", "far/blocked"));
  EXPECT_THAT(found("near/4.2.2"), IsEmpty());
  EXPECT_THAT(found("far/"), IsEmpty());
  EXPECT_THAT(found(""), IsEmpty());
}

TEST_F(RuleLookup, FindsWithinRanges) {
  EXPECT_THAT(found("5.7.620"), ElementsAre("far/blocked"));
  EXPECT_THAT(found("far/5.7.649"), ElementsAre("far/blocked"));
  EXPECT_THAT(found("5.7.650"), IsEmpty());
  EXPECT_THAT(found("aup#1310"), ElementsAre("near/own-number"));
  EXPECT_THAT(found("5.1.620"), IsEmpty());
}

TEST_F(RuleLookup, TheCauseSaysWhatTheRuleDoesNot) {
  const RuleMeaning own = meaning_of(*find_rules(*knowledge_, "far/full").front(), *knowledge_);
  EXPECT_EQ(own.kind, Kind::kPermanent);
  EXPECT_EQ(own.actor, Party::kNobody);
  const RuleMeaning of_cause =
      meaning_of(*find_rules(*knowledge_, "near/full").front(), *knowledge_);
  EXPECT_EQ(of_cause.actor, Party::kRecipient);
}

TEST_F(RuleLookup, TheExamplesSayWhatKindOfReplyItIs) {
  const auto kind = [this](std::string_view id) {
    return meaning_of(*find_rules(*knowledge_, id).front(), *knowledge_).kind;
  };
  EXPECT_EQ(kind("near/own-number"), Kind::kPermanent);
  EXPECT_EQ(kind("near/full-for-now"), Kind::kTemporary);
  EXPECT_EQ(kind("near/full-or-not"), std::nullopt);
  EXPECT_EQ(kind("near/passes-by-its-own-word"), Kind::kTemporary);
}

TEST(LabelCovers, EachClassOfAFamily) {
  EXPECT_TRUE(label_covers("X.4.316", "4.4.316"));
  EXPECT_TRUE(label_covers("X.4.316", "5.4.316"));
  EXPECT_TRUE(label_covers("X.4.316", "x.4.316"));
  EXPECT_TRUE(label_covers("X.4.316-318", "5.4.317"));
  EXPECT_FALSE(label_covers("X.4.316", "5.4.31"));
  EXPECT_FALSE(label_covers("X.4.316", "6.4.316"));
  EXPECT_FALSE(label_covers("X.4.316", "5"));
  EXPECT_FALSE(label_covers("5.4.316", "4.4.316"));
}

TEST(LabelCovers, EachItemOfAList) {
  for (const char* asked : {"IB504", "ib510", "IB607", "IB504/510/607"}) {
    EXPECT_TRUE(label_covers("IB504/510/607", asked)) << asked;
  }
  EXPECT_TRUE(label_covers("XGEMAIL_0014/15", "XGEMAIL_0015"));
  EXPECT_TRUE(label_covers("LIB_420 / VIR_420", "VIR_420"));
  EXPECT_FALSE(label_covers("IB504/510/607", "510"));
  EXPECT_FALSE(label_covers("IB504/510/607", "IB505"));
  EXPECT_FALSE(label_covers("IB504/", ""));
  EXPECT_FALSE(label_covers("/", "5"));
}

TEST(LabelCovers, OnlyWholeLabelsAndNumbersWithinARange) {
  EXPECT_TRUE(label_covers("IB007", "ib007"));
  EXPECT_FALSE(label_covers("IB007", "IB00"));
  EXPECT_FALSE(label_covers("", ""));
  EXPECT_FALSE(label_covers("5.7.1-x", "5.7.1"));
  EXPECT_FALSE(label_covers("5.7.1-2", "5.7."));
  EXPECT_FALSE(label_covers("5.7.1-2", "5.7.99999999999999999999"));
  EXPECT_FALSE(label_covers("-", "5"));
}

}  // namespace
}  // namespace plainbounce
