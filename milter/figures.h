#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "core/bounce/bounce_explainer.h"
#include "core/knowledge/knowledge_base.h"
#include "milter/label_set.h"
#include "milter/line_kind.h"
#include "milter/time_histogram.h"

namespace plainbounce {

// What became of a message.
enum class MessageResult { kBody, kHeaders, kPassed, kFailed };
// "body", "headers", "passed", "failed"
std::string_view to_string(MessageResult result);

// What the daemon counts, from its start on (docs/figures.md). Labels are ids of the knowledge that
// it started with and words of the program. For any thread; counting takes no lock and no memory.
class Figures {
 public:
  explicit Figures(const KnowledgeBase& knowledge);

  // A message that was looked at, and what was found out about its recipients.
  void count_message(const BounceOutcome& outcome, MessageResult result);
  // One that passes before it is looked at; `why` as in the log.
  void count_passed(MessageKind kind, std::string_view why);

  CountTable messages;         // kind, result
  CountList passed;            // reason
  CountList refusals;          // why the body stayed
  CountTable by_cause;         // recipients: cause, outlook
  CountTable by_actor;         // actor, outlook
  CountTable by_provider;      // provider, outlook
  TimeHistogram message_time;  // from the end of a message to the answer
  CountTable replies;          // map, answer
  CountList rejected;          // recipients that the MTA rejected, by cause
  CountList events;            // result: "written", "dropped"
  CountList held_back_lines;   // kind
  CountList reloads;           // result: "ok", "failed"
  std::atomic<bool> last_reload_failed = false;
  std::atomic<int64_t> last_reload = 0;  // seconds since 1970; 0: there was none
  std::atomic<int64_t> connections = 0;  // of MTAs, open now
  std::atomic<int64_t> in_flight_messages = 0;
  const std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
};

}  // namespace plainbounce
