#include "cli/maillog/delivery_follower.h"

#include <algorithm>
#include <utility>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

// Of what a line may make us keep.
constexpr size_t kMostAddress = 320;
constexpr size_t kMostName = 255;

std::string_view domain_of_address(std::string_view address) {
  const size_t at = address.rfind('@');
  return at == std::string_view::npos ? std::string_view() : address.substr(at + 1);
}

// As a person compares domains.
std::string shown_domain(std::string_view address) {
  return to_lower(domain_of_address(address).substr(0, kMostName));
}

std::string_view instance_of(const LogLine& line) {
  return is_postfix(line.program) ? line.program.substr(0, line.program.find('/')) : "";
}

MessageKey key_of(const LogLine& line, std::string_view id) {
  return {line.host, instance_of(line), id};
}

}  // namespace

DeliveryFollower::DeliveryFollower(const KnowledgeBase& knowledge, Selection selection, int64_t now,
                                   size_t most_open)
    : selection_(std::move(selection)), clock_(now), diagnoser_(knowledge), waiting_(most_open) {}

bool DeliveryFollower::is_selected(std::string_view recipient) const {
  std::string_view wanted = selection_.recipient;
  if (wanted.empty()) return true;
  if (wanted.find('@') == std::string_view::npos || wanted.front() == '@') {
    if (wanted.front() == '@') wanted.remove_prefix(1);
    return equals_ignoring_case(domain_of_address(recipient), wanted);
  }
  return equals_ignoring_case(recipient, wanted);
}

bool DeliveryFollower::is_selected(std::optional<int64_t> time) const {
  if (selection_.since && (!time || *time < *selection_.since)) return false;
  return !selection_.until || (time && *time < *selection_.until);
}

void DeliveryFollower::note(std::optional<int64_t> time) {
  if (!time) return;
  if (!figures_.first || *time < *figures_.first) figures_.first = time;
  if (!figures_.last || *time > *figures_.last) figures_.last = time;
}

void DeliveryFollower::take(const LogLine& line) {
  const bool postfix = is_postfix(line.program);
  if (!postfix && !is_sendmail(line.program)) return;
  ++figures_.mail_lines;
  const DeliveryEvent event = postfix ? read_postfix_event(line) : read_sendmail_event(line);
  if (event.kind == DeliveryEventKind::kNone) return;
  // A line in six of a log is this, and nothing waits for it.
  if (event.kind == DeliveryEventKind::kRemoved && !waiting_.may_hold(event.id)) {
    if (!waiting_.knows_owner()) waiting_.note_owner(instance_of(line));
    return;
  }
  take_event(line, event);
}

void DeliveryFollower::take_event(const LogLine& line, const DeliveryEvent& event) {
  const auto time = line.seconds ? line.seconds : clock_.seconds_of(line.time);
  if (!is_selected(time)) return;
  note(time);
  switch (event.kind) {
    case DeliveryEventKind::kRemoved:
      waiting_.note_owner(instance_of(line));
      figures_.ended_unseen += waiting_.take_all(key_of(line, event.id)).size();
      return;
    case DeliveryEventKind::kExpired:
      waiting_.note_owner(instance_of(line));
      return give_up(key_of(line, event.id), time);
    case DeliveryEventKind::kRefused:
      return take_refusal(line, event, time);
    case DeliveryEventKind::kNone:
    case DeliveryEventKind::kSent:
    case DeliveryEventKind::kWaiting:
    case DeliveryEventKind::kFailed:
      break;
  }
  take_attempt(line, event, event.recipient, time);
  std::string_view more = event.more;
  while (!more.empty()) {
    const std::string_view recipient = take_address(more);
    if (recipient.empty()) break;
    take_attempt(line, event, recipient, time);
  }
}

void DeliveryFollower::take_refusal(const LogLine& line, const DeliveryEvent& event,
                                    std::optional<int64_t> time) {
  if (!is_selected(event.recipient)) return;
  const auto finding = diagnoser_.find(event, event.recipient, line.message);
  const std::string domain = shown_domain(event.recipient);
  tally_.add(DeliveryState::kRefused, finding->failed,
             {*finding, event.id, domain, time, time, false});
}

void DeliveryFollower::take_attempt(const LogLine& line, const DeliveryEvent& event,
                                    std::string_view recipient, std::optional<int64_t> time) {
  recipient = recipient.substr(0, kMostAddress);
  if (!is_selected(recipient)) return;
  const bool may_wait = waiting_.may_hold(event.id);
  if (event.kind == DeliveryEventKind::kSent) {
    ++figures_.delivered;
    if (may_wait && waiting_.take(key_of(line, event.id), recipient)) ++figures_.resolved_later;
    return;
  }
  auto finding = diagnoser_.find(event, recipient, line.message);
  const MessageKey message = key_of(line, event.id);
  if (event.kind == DeliveryEventKind::kWaiting) {
    if (!waiting_.add(message, recipient, std::move(finding), time)) ++figures_.not_followed;
    return;
  }
  const auto before = may_wait ? waiting_.take(message, recipient) : std::nullopt;
  const std::string domain = shown_domain(recipient);
  tally_.add(
      DeliveryState::kFailed, finding->failed,
      {*finding, event.id, domain, before && before->first ? before->first : time, time, false});
}

void DeliveryFollower::give_up(const MessageKey& message, std::optional<int64_t> time) {
  const auto recipients = waiting_.take_all(message);
  if (recipients.empty() && selection_.recipient.empty()) {
    // Its attempts lie before the log, or before --since.
    const auto finding = diagnoser_.of_expiry();
    tally_.add(DeliveryState::kFailed, finding->failed,
               {*finding, message.id, {}, time, time, true});
  }
  for (const auto& [address, waiting] : recipients) {
    const std::string domain = shown_domain(address);
    tally_.add(DeliveryState::kFailed, waiting.finding->failed,
               {*waiting.finding, message.id, domain, waiting.first, time, true});
  }
}

void DeliveryFollower::take_queued(const DeliveryEvent& event, std::string_view address,
                                   std::optional<int64_t> arrival) {
  if (!is_selected(address) || !is_selected(arrival)) return;
  note(arrival);
  const auto finding = diagnoser_.find(event, address, {});
  const std::string domain = shown_domain(address);
  tally_.add(DeliveryState::kWaiting, finding->waiting,
             {*finding, event.id, domain, arrival, arrival, false});
}

void DeliveryFollower::finish() {
  for (const WaitingRecipients::Entry& entry : waiting_.entries()) {
    const Waiting& waiting = *entry.waiting;
    const std::string domain = shown_domain(entry.address);
    tally_.add(DeliveryState::kWaiting, waiting.finding->waiting,
               {*waiting.finding, entry.id, domain, waiting.first, waiting.last, false});
  }
}

}  // namespace plainbounce
