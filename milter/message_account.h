#pragma once

#include <string_view>

#include "core/bounce/bounce_explainer.h"
#include "milter/event_file.h"
#include "milter/figures.h"
#include "milter/line_limit.h"
#include "milter/log.h"
#include "milter/rejected_recipient.h"

namespace plainbounce {

// The message that something is told of.
struct ToldMessage {
  std::string_view queue_id;
  bool own;  // the MTA's own service handed it over; no stranger can cause many of these
  const LogSettings& settings;
};

// Everything that is told of messages: lines of the log, events, figures. For any thread. A line
// may wait for the log, nothing else waits.
class MessageAccount {
 public:
  // All must outlive it.
  MessageAccount(Log& log, Figures& figures, EventFile& events, LineLimit& limit,
                 RejectionCounts& rejections)
      : log_(log), figures_(figures), events_(events), limit_(limit), rejections_(rejections) {}

  void explained(const ToldMessage& message, const BounceOutcome& outcome, bool body);
  // Nothing was to be changed, or a stage failed; the outcome says why.
  void passed(const ToldMessage& message, const BounceOutcome& outcome);
  // Its edits could not be carried out.
  void failed(const ToldMessage& message, const BounceOutcome& outcome, std::string_view why);
  // It was let go before it was looked at.
  void let_go(const ToldMessage& message, MessageKind kind, std::string_view why, Log::Level level);
  // A warning beside the message's line.
  void memory_is_full(const ToldMessage& message);
  void rejected(std::string_view client_address, const RejectedRecipient& recipient,
                const Diagnosis& diagnosis, const LogSettings& settings);

 private:
  void write(const ToldMessage& message, Log::Level level, std::string_view line);
  void tell_events(const ToldMessage& message, const BounceOutcome& outcome, std::string_view mode,
                   std::string_view reason) noexcept;

  Log& log_;
  Figures& figures_;
  EventFile& events_;
  LineLimit& limit_;
  RejectionCounts& rejections_;
};

}  // namespace plainbounce
