#pragma once

#include <functional>
#include <memory>

#include "milter/session.h"
#include "tests/support/milter/captured_log.h"

namespace plainbounce::testing {

// A snapshot with the built-in knowledge and default settings, changed by `change`.
std::shared_ptr<const Snapshot> make_snapshot(
    const std::function<void(Snapshot&)>& change = nullptr);

// What sessions of a test share.
struct TestSite {
  explicit TestSite(std::shared_ptr<const Snapshot> snapshot, StageProbe* probe = nullptr)
      : figures(*snapshot->knowledge),
        current(std::move(snapshot)),
        surroundings{current, log, in_flight, unfinished, figures, account, 0, probe} {}
  explicit TestSite(StageProbe* probe = nullptr) : TestSite(make_snapshot(), probe) {}

  CapturedLog log;
  Figures figures;
  EventFile events{log, figures};
  LineLimit limit{figures};
  RejectionCounts rejections;
  MessageAccount account{log, figures, events, limit, rejections};
  CurrentSnapshot current;
  InFlight in_flight;
  Unfinished unfinished;
  SessionSurroundings surroundings;
};

}  // namespace plainbounce::testing
