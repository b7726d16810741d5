#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/maillog/delivery_event.h"
#include "cli/maillog/log_time.h"
#include "cli/maillog/reply_diagnoser.h"
#include "cli/maillog/tally.h"
#include "cli/maillog/waiting_recipients.h"

namespace plainbounce {

// Which deliveries are of interest.
struct Selection {
  std::optional<int64_t> since;  // lines before are left out
  std::optional<int64_t> until;  // lines from then on are left out
  std::string recipient;         // an address, or a domain with or without "@"; empty: all
};

// Sums over a whole log or queue.
struct LogFigures {
  size_t lines = 0;
  size_t mail_lines = 0;        // of Postfix or Sendmail
  size_t unreadable_lines = 0;  // that are none of a log
  size_t overlong_lines = 0;    // of these, too long to be one
  size_t overlong_entries = 0;  // of these, messages of a queue
  size_t delivered = 0;
  size_t resolved_later = 0;     // recipients that waited and were delivered then
  size_t ended_unseen = 0;       // that waited when their message left the queue without more words
  size_t not_followed = 0;       // attempts of deliveries beyond the cap
  size_t most_open = 0;          // recipients that waited at one time
  size_t queue_listings = 0;     // files that are one
  size_t queue_entries = 0;      // messages in them
  size_t held = 0;               // recipients of messages on hold, without a reason
  size_t untried = 0;            // other recipients without a reason
  std::optional<int64_t> first;  // time of the first event and the last
  std::optional<int64_t> last;
};

// Follows each recipient's delivery through a log, so that only its last state counts: waited and
// sent is no failure. What it keeps are the deliveries that wait, at most kMostOpen.
class DeliveryFollower {
 public:
  static constexpr size_t kMostOpen = 250000;

  DeliveryFollower(const KnowledgeBase& knowledge, Selection selection, int64_t now,
                   size_t most_open = kMostOpen);

  // A line of a log, whatever program wrote it.
  void take(const LogLine& line);
  // A recipient in a queue's listing, kWaiting with a reason; `arrival` of the message.
  void take_queued(const DeliveryEvent& event, std::string_view address,
                   std::optional<int64_t> arrival);
  // What waits now is counted as waiting. No more lines afterwards.
  void finish();

  [[nodiscard]] LogFigures& figures() { return figures_; }
  [[nodiscard]] const LogFigures& figures() const { return figures_; }
  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] const ReplyDiagnoser& diagnoser() const { return diagnoser_; }
  [[nodiscard]] LogClock& clock() { return clock_; }
  [[nodiscard]] size_t most_waiting_at_once() const { return waiting_.most_at_once(); }

 private:
  void take_event(const LogLine& line, const DeliveryEvent& event);
  void take_attempt(const LogLine& line, const DeliveryEvent& event, std::string_view recipient,
                    std::optional<int64_t> time);
  void take_refusal(const LogLine& line, const DeliveryEvent& event, std::optional<int64_t> time);
  void give_up(const MessageKey& message, std::optional<int64_t> time);
  [[nodiscard]] bool is_selected(std::string_view recipient) const;
  [[nodiscard]] bool is_selected(std::optional<int64_t> time) const;
  void note(std::optional<int64_t> time);

  Selection selection_;
  LogClock clock_;
  ReplyDiagnoser diagnoser_;
  Tally tally_;
  LogFigures figures_;
  WaitingRecipients waiting_;
};

}  // namespace plainbounce
