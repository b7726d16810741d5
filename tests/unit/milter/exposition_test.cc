#include "milter/exposition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "core/knowledge/cause_ids.h"
#include "tests/support/milter/direct_mta.h"
#include "tests/support/milter/sample_messages.h"
#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

std::string exposed(const Figures& figures, const MomentaryFigures& moment = {}) {
  const auto snapshot = testing::make_snapshot();
  return exposition(figures, KnowledgeFigures(*snapshot->knowledge), moment);
}

// Names with labels, without values.
std::set<std::string> series(const std::string& text) {
  std::set<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('#')) names.insert(line.substr(0, line.rfind(' ')));
  }
  return names;
}

class ExpositionTest : public ::testing::Test {
 protected:
  void deliver(const testing::MailTransaction& mail) {
    Session session(site.surroundings);
    testing::DirectMta(session).deliver(mail);
  }
  testing::TestSite site;
};

TEST_F(ExpositionTest, ABounceIsCountedByWhatWasFoundOut) {
  deliver(testing::own_report(testing::sample_report()));
  const std::string text = exposed(site.figures);
  for (const char* line :
       {"plainbounce_messages_total{kind=\"report\",result=\"body\"} 1\n",
        "plainbounce_recipients_total{cause=\"address-unknown\",outlook=\"final\"} 1\n",
        "plainbounce_recipients_by_actor_total{actor=\"sender\",outlook=\"final\"} 1\n",
        "plainbounce_message_seconds_count 1\n",
        "plainbounce_message_seconds_bucket{le=\"+Inf\"} 1\n", "plainbounce_in_flight_messages 0\n",
        "plainbounce_milter_connections 0\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST_F(ExpositionTest, WhatPassesIsCountedByItsReason) {
  deliver(testing::from_outside("<>", testing::sample_mail(100)));
  EXPECT_THAT(exposed(site.figures),
              HasSubstr("plainbounce_passed_total{reason=\"no bounce\"} 1\n"));
  EXPECT_THAT(exposed(site.figures),
              HasSubstr("plainbounce_messages_total{kind=\"none\",result=\"passed\"} 1\n"));
}

// Whatever comes, and whatever words stand in it: the series are those of the start.
TEST_F(ExpositionTest, NoSeriesIsEverAdded) {
  const std::set<std::string> before = series(exposed(site.figures));
  deliver(testing::own_report(testing::sample_report()));
  BounceOutcome outcome;
  outcome.passed = "a reason of a stranger";
  outcome.recipients.resize(1);
  outcome.recipients[0].diagnosis.cause = "a cause of a stranger";
  outcome.recipients[0].diagnosis.provider = "a \"provider\"\n of a stranger";
  site.figures.count_message(outcome, MessageResult::kPassed);
  site.figures.replies.add("a map of a stranger", "found");
  const std::string text = exposed(site.figures);
  EXPECT_EQ(series(text), before);
  EXPECT_THAT(text, Not(HasSubstr("stranger")));
  EXPECT_THAT(text,
              HasSubstr("plainbounce_recipients_total{cause=\"other\",outlook=\"final\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("plainbounce_recipients_by_provider_total{provider=\"other\","
                              "outlook=\"final\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("plainbounce_passed_total{reason=\"other\"} 1\n"));
  EXPECT_LT(before.size(), 1500U);
}

TEST_F(ExpositionTest, EveryCauseAndEveryProviderIsThereFromTheStart) {
  const std::string text = exposed(site.figures);
  for (const std::string_view cause : kCauseIds) {
    EXPECT_THAT(text, HasSubstr("{cause=\"" + std::string(cause) + "\",outlook=\"final\"} 0\n"));
  }
  for (const Rule& rule : testing::make_snapshot()->knowledge->rules()) {
    ASSERT_THAT(text, HasSubstr("{provider=\"" + rule.provider + "\",outlook=\"final\"} 0\n"));
  }
}

TEST_F(ExpositionTest, TellsTheMomentAndTheVersions) {
  MomentaryFigures moment;
  EXPECT_THAT(exposed(site.figures, moment), Not(HasSubstr("plainbounce_milter_up ")));
  moment = {1234, 5678, false};
  const std::string text = exposed(site.figures, moment);
  for (const char* part :
       {"plainbounce_in_flight_bytes 1234\n", "plainbounce_in_flight_limit_bytes 5678\n",
        "plainbounce_milter_up 0\n", "plainbounce_build_info{version=\"",
        "plainbounce_knowledge_info{checked=\"20", "languages=\"de,en\"} 1\n"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(TimeHistogram, PutsEachTimeUnderItsBound) {
  TimeHistogram times;
  for (const auto time : {0ns, 50000ns, 50001ns, 999999ns, 3000000000ns, 5000000001ns}) {
    times.observe(time);
  }
  EXPECT_EQ(times.get(0), 2U);
  EXPECT_EQ(times.get(1), 1U);
  EXPECT_EQ(times.get(4), 1U);
  EXPECT_EQ(times.get(13), 1U);
  EXPECT_EQ(times.get(14), 1U);
  EXPECT_EQ(times.sum(), 8001100001ns);
}

TEST(LabelSet, KnowsItsValuesAndNoOthers) {
  const LabelSet labels({"b", "a", "b"});
  ASSERT_EQ(labels.size(), 3U);
  EXPECT_EQ(labels[labels.index_of("a")], "a");
  EXPECT_EQ(labels[labels.index_of("b")], "b");
  for (const char* other : {"", "c", "aa", "other"}) {
    EXPECT_EQ(labels[labels.index_of(other)], "other") << other;
  }
}

}  // namespace
}  // namespace plainbounce
