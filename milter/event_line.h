#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "core/bounce/bounce_explainer.h"

namespace plainbounce {

// What an event says of the message that it belongs to.
struct EventContext {
  std::chrono::system_clock::time_point time;
  std::string_view queue_id;  // of the report
  std::string_view mode;      // "body", "headers", "none"
  std::string_view reason;    // why nothing was changed; empty where something was
  bool with_addresses = false;
};

// The events of docs/figures.md: one JSON object, without line end, for each recipient.
std::vector<std::string> event_lines(const EventContext& context, const BounceOutcome& outcome);

// "2026-11-30T21:00:00.123Z"
std::string utc_text(std::chrono::system_clock::time_point time);

}  // namespace plainbounce
