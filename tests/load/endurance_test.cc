// A short endurance run; tools/endure is the long one.
#include "tests/load/endurance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/milter/daemon_process.h"
#include "tests/support/sanitized.h"

namespace plainbounce {
namespace {

using testing::EndurancePlan;
using testing::EnduranceReport;

TEST(Endurance, ThousandsOfMessagesBesideIdleConnections) {
  EndurancePlan plan;
  plan.bounces = plan.ordinary = testing::kSanitized ? 500 : 2000;
  plan.warm_up = plan.bounces / 3;
  plan.busy = 50;
  plan.idle = 200;
  plan.memory_must_be_flat = !testing::kSanitized;
  std::string said;
  const EnduranceReport report = testing::endure(
      testing::daemon_program(), plan, [&said](const std::string& line) { said += line + "\n"; });
  EXPECT_THAT(report.findings, ::testing::IsEmpty()) << said;
  EXPECT_EQ(report.load.messages, plan.bounces + plan.ordinary - plan.warm_up) << said;
}

}  // namespace
}  // namespace plainbounce
