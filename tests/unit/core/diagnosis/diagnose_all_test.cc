#include <gtest/gtest.h>

#include "core/diagnosis/diagnoser.h"
#include "tests/unit/core/diagnosis/diagnosis_summary.h"

namespace plainbounce {
namespace {

using testing::knowledge;
using testing::summary;

// Neighbours share what is weighed where nothing but the name in the address differs.
TEST(Diagnoser, AllAsEachAlone) {
  DeliveryReport report;
  PerRecipientFields one;
  one.final_recipient = TypedValue{"rfc822", "bob@example.org"};
  one.action = Action::kFailed;
  one.status = "5.0.0";
  one.diagnostic_code = TypedValue{"smtp", "550 user unknown"};
  report.recipients.push_back(one);
  const auto next = [&](const auto& change) {
    change(one);
    report.recipients.push_back(one);
  };
  next([](auto& r) { r.final_recipient->value = "eve@example.org"; });
  next([](auto& r) { r.final_recipient->value = "eve@gmail.com"; });
  next([](auto& r) { r.action = Action::kDelayed; });
  next([](auto& r) { r.status = "4.2.2"; });
  next([](auto& r) { r.diagnostic_code->value = "452 mailbox full"; });
  next([](auto& r) { r.diagnostic_code->type = "x-unix"; });
  next([](auto& r) { r.remote_mta = TypedValue{"dns", "mx.google.com"}; });
  next([](auto& r) { r.diagnostic_code.reset(); });
  next([](auto& r) { r.notice_text = "550 user unknown"; });
  next([](auto& r) { r.action = Action::kUnknown; });
  next([](auto& r) { r.action_text = "deliverable"; });
  const Diagnoser diagnoser(knowledge());
  const std::vector<Diagnosis> all = diagnoser.diagnose_all(report);
  ASSERT_EQ(all.size(), report.recipients.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const Diagnosis alone = diagnoser.diagnose(report.recipients[i]);
    EXPECT_EQ(summary(all[i]), summary(alone)) << i;
    EXPECT_EQ(all[i].provider, alone.provider) << i;
    ASSERT_EQ(all[i].evidence.size(), alone.evidence.size()) << i;
    for (size_t k = 0; k < alone.evidence.size(); ++k) {
      EXPECT_EQ(all[i].evidence[k].text, alone.evidence[k].text) << i;
    }
  }
}

}  // namespace
}  // namespace plainbounce
