#include "core/bounce/bounce_explainer.h"

#include <exception>

#include "core/bounce/bounce_way.h"

namespace plainbounce {

namespace {

// Called while an exception is on its way; memory may be short, so the words may stay away.
void break_off(BounceOutcome& outcome, Stage stage, const char* what) noexcept {
  outcome.plan.reset();
  outcome.new_body.reset();
  outcome.add.clear();
  outcome.remove.clear();
  outcome.failed_at = stage;
  try {
    outcome.passed = "error at " + std::string(to_string(stage)) + ": " + what;
  } catch (...) {
    outcome.passed.clear();
  }
}

}  // namespace

std::string_view to_string(Stage stage) {
  switch (stage) {
    case Stage::kDecide:
      return "decide";
    case Stage::kSplit:
      return "split";
    case Stage::kDecode:
      return "decode";
    case Stage::kDiagnose:
      return "diagnose";
    case Stage::kExplain:
      return "explain";
    case Stage::kRender:
      return "render";
    case Stage::kPlan:
      return "plan";
  }
  return "";
}

BounceOutcome BounceExplainer::process(const RawMessage& message) const {
  BounceOutcome outcome;
  const BounceWay::Site site{knowledge_, policy_, limits_, probe_};
  BounceWay way(site, message, outcome);
  try {
    way.run();
  } catch (const std::exception& exception) {
    break_off(outcome, way.stage(), exception.what());
  } catch (...) {
    break_off(outcome, way.stage(), "unknown exception");
  }
  return outcome;
}

}  // namespace plainbounce
