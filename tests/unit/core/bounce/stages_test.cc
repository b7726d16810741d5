#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

constexpr Stage kStages[] = {Stage::kDecide,  Stage::kSplit,  Stage::kDecode, Stage::kDiagnose,
                             Stage::kExplain, Stage::kRender, Stage::kPlan};

enum class Trouble { kError, kException, kOddException, kShortOfMemory };

class Troublemaker : public StageProbe {
 public:
  Troublemaker(Stage stage, Trouble trouble) : stage_(stage), trouble_(trouble) {}
  Result<void> enter(Stage stage) override {
    if (stage != stage_) return {};
    if (trouble_ == Trouble::kError) return fail("put in");
    if (trouble_ == Trouble::kException) throw std::runtime_error("put in");
    if (trouble_ == Trouble::kShortOfMemory) throw std::bad_alloc();
    throw 1;
  }

 private:
  Stage stage_;
  Trouble trouble_;
};

class Recorder : public StageProbe {
 public:
  Result<void> enter(Stage stage) override {
    stages += std::string(to_string(stage)) + " ";
    return {};
  }
  std::string stages;
};

RawMessage sample() {
  return testing::raw_message(testing::with_crlf(testing::read_file(testing::source_path(
                                  "tests/messages/reports/postfix-user-unknown.eml"))),
                              testing::own_envelope("alice@box.example"));
}

TEST(Stages, AllAreEnteredInOrder) {
  Recorder recorder;
  const BouncePolicy policy = testing::sample_policy();
  const Limits limits;
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits, &recorder);
  const BounceOutcome outcome = explainer.process(sample());
  EXPECT_EQ(recorder.stages, "decide split decode diagnose explain render plan ");
  EXPECT_TRUE(outcome.new_body.has_value());
  EXPECT_EQ(outcome.passed, "");
  EXPECT_FALSE(outcome.failed_at.has_value());
}

TEST(Stages, TroubleInAnyChangesNothing) {
  struct Case {
    Trouble trouble;
    const char* words;
  };
  const Case cases[] = {{Trouble::kError, "put in"},
                        {Trouble::kException, "put in"},
                        {Trouble::kOddException, "unknown exception"},
                        {Trouble::kShortOfMemory, "std::bad_alloc"}};
  const BouncePolicy policy = testing::sample_policy();
  const Limits limits;
  for (const Stage stage : kStages) {
    for (const Case& c : cases) {
      Troublemaker probe(stage, c.trouble);
      const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits, &probe);
      const BounceOutcome outcome = explainer.process(sample());
      EXPECT_FALSE(outcome.changes_anything());
      EXPECT_FALSE(outcome.plan.has_value());
      EXPECT_EQ(outcome.failed_at, stage);
      EXPECT_EQ(outcome.passed,
                "error at " + std::string(to_string(stage)) + ": " + std::string(c.words));
    }
  }
}

TEST(Stages, ALimitThatIsHitChangesNothing) {
  struct Case {
    const char* label;
    Stage stage;
    void (*tighten)(Limits&);
  };
  const Case cases[] = {
      {"message", Stage::kDecide, [](Limits& limits) { limits.message_bytes = 500; }},
      {"header bytes", Stage::kDecide, [](Limits& limits) { limits.header_bytes = 50; }},
      {"header fields", Stage::kDecide, [](Limits& limits) { limits.header_fields = 2; }},
      {"parts", Stage::kSplit, [](Limits& limits) { limits.parts = 2; }},
      {"depth", Stage::kSplit, [](Limits& limits) { limits.part_depth = 0; }},
      {"report", Stage::kDecode, [](Limits& limits) { limits.report_bytes = 50; }},
      {"recipients", Stage::kDecode, [](Limits& limits) { limits.recipients = 0; }},
  };
  const BouncePolicy policy = testing::sample_policy();
  for (const Case& c : cases) {
    Limits limits;
    c.tighten(limits);
    const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
    const BounceOutcome outcome = explainer.process(sample());
    EXPECT_FALSE(outcome.changes_anything()) << c.label;
    EXPECT_EQ(outcome.failed_at, c.stage) << c.label << ": " << outcome.passed;
  }
}

}  // namespace
}  // namespace plainbounce
