#include "tests/support/milter/test_site.h"

#include <gtest/gtest.h>

#include "config/policy.h"

namespace plainbounce::testing {
namespace {

constexpr size_t kBodySize = 160U << 10U;

}  // namespace

std::shared_ptr<const Snapshot> make_snapshot(const std::function<void(Snapshot&)>& change) {
  static const auto knowledge = load_knowledge("");
  if (!knowledge) {
    for (const Error& error : knowledge.error()) ADD_FAILURE() << to_string(error);
    return nullptr;
  }
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->knowledge = *knowledge;
  const auto policy = to_policy(snapshot->settings, "mx.box.example", "1.0-test", kBodySize);
  if (!policy) {
    ADD_FAILURE() << to_string(policy.error());
    return nullptr;
  }
  snapshot->policy = *policy;
  snapshot->replies = to_reply_policy(snapshot->settings);
  if (change) change(*snapshot);
  return snapshot;
}

}  // namespace plainbounce::testing
